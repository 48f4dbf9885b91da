import type { Sale } from '@balcao/contract/sales.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { uuid } from '../../api/uuid.ts';
import { storeForPrinting } from '../printouts/print-tab.ts';
import {
  clearPending,
  goesOn,
  type PendingSale,
  readPending,
  storePending,
} from './pending-sale.ts';
import { saleCalls } from './sale-calls.ts';
import type { SaleDraft } from './sale-draft.ts';
import { settleSale } from './settle-sale.ts';

export type FinishState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly waiting: boolean }
  | { readonly phase: 'failed' }
  | { readonly phase: 'made'; readonly sale: Sale; readonly earlier: boolean };

/**
 * Sends a sale, once: a second call while one is under way does nothing. A sale that was under way when
 * the page was reloaded goes on by itself.
 */
export function useFinish(seller: number, resumed: PendingSale | undefined) {
  const [state, setState] = useState<FinishState>({ phase: 'idle' });
  // An earlier try may have been recorded, and nobody is finding out by itself.
  const [doubtful, setDoubtful] = useState(
    () => resumed !== undefined && !goesOn(resumed, Date.now()),
  );
  const [refused, setRefused] = useState(false);
  const running = useRef<AbortController | null>(null);

  const send = useCallback(
    async (start: PendingSale) => {
      if (running.current) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ phase: 'sending', waiting: false });
      setRefused(false);
      const calls = saleCalls(seller, controller.signal, () =>
        setState({ phase: 'sending', waiting: true }),
      );
      const outcome = await settleSale({ ...start, stopped: false }, calls);
      // The page was left: what is stored goes on when it is back.
      if (controller.signal.aborted) return;
      if (outcome.kind === 'made') {
        storeForPrinting(outcome.sale, { printAtOnce: true });
        // Stays pending until its receipt is open, so that a reload before that brings it back.
        setState({ phase: 'made', sale: outcome.sale, earlier: outcome.earlier });
        return;
      }
      running.current = null;
      console.error('The sale was not made', outcome.error);
      const left = outcome.pending?.sent.length ? outcome.pending : undefined;
      if (left) storePending(seller, { ...left, stopped: true });
      else clearPending(seller);
      setDoubtful(left !== undefined);
      setRefused(outcome.kind === 'refused');
      setState({ phase: 'failed' });
    },
    [seller],
  );

  const finish = useCallback(
    (draft: SaleDraft) => {
      const left = readPending(seller);
      void send({
        key: left?.key ?? uuid(),
        draft,
        sent: left?.sent ?? [],
        stopped: false,
        askedAt: Date.now(),
      });
    },
    [seller, send],
  );

  const resume = useEffectEvent(() => {
    if (resumed && goesOn(resumed, Date.now())) void send(resumed);
  });
  useEffect(() => {
    resume();
    return () => {
      running.current?.abort();
      running.current = null;
    };
  }, []);

  /** The failure was read. */
  const settle = useCallback(
    () => setState((now) => (now.phase === 'failed' ? { phase: 'idle' } : now)),
    [],
  );
  /** Gives an unresolved sale up: whether it was recorded, the list of sales shows. */
  const abandon = useCallback(() => {
    clearPending(seller);
    window.location.reload();
  }, [seller]);

  return { state, doubtful, refused, finish, settle, abandon };
}
