import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { Sale } from '@balcao/contract/sales.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readSession } from '../../../api/session.ts';
import { storeForPrinting } from '../../../ui/paper/print-tab.ts';
import { forgetOrder, type SaleKey } from '../sale/kept-order.ts';
import {
  clearPending,
  goesOn,
  type PendingSale,
  readPending,
  storePending,
} from '../sale/pending-sale.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import { refusalCode, settleSale } from './record-sale.ts';
import { saleCalls } from './sale-calls.ts';

export type FinishState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly waiting: boolean }
  | { readonly phase: 'failed' }
  | { readonly phase: 'made'; readonly sale: Sale }
  /** This sale is recorded, as it was before it was changed, or (copied) by another tab. */
  | { readonly phase: 'earlier'; readonly sale: Sale; readonly copied: boolean };

/**
 * Sends a sale, once: a second call while one is under way does nothing. A sale that was under way when
 * the page was reloaded goes on by itself.
 */
export function useFinish(
  seller: number,
  resumed: PendingSale | undefined,
  saleKey: SaleKey,
  onMade: () => void,
) {
  const [state, setState] = useState<FinishState>(() =>
    resumed?.earlier
      ? { phase: 'earlier', sale: resumed.earlier, copied: resumed.copied === true }
      : { phase: 'idle' },
  );
  // An earlier try may have been recorded, and nobody is finding out by itself.
  const [doubtful, setDoubtful] = useState(
    () => resumed !== undefined && resumed.sent.length > 0 && !goesOn(resumed, Date.now()),
  );
  const [refused, setRefused] = useState<RefusalCode | 'not_sent'>();
  const running = useRef<AbortController | null>(null);

  const send = useCallback(
    async (start: PendingSale) => {
      if (running.current) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ phase: 'sending', waiting: false });
      setRefused(undefined);
      const calls = saleCalls(seller, controller.signal, () =>
        setState({ phase: 'sending', waiting: true }),
      );
      const outcome = await settleSale({ ...start, stopped: false }, calls);
      // The page was left, or the session has ended under it: what is stored goes on when both are back.
      if (controller.signal.aborted || readSession()?.user.id !== seller) return;
      if (outcome.kind !== 'made') running.current = null;
      try {
        if (outcome.kind === 'made') {
          // Stays pending until its receipt is open, so that a reload before that brings it back.
          storeForPrinting(outcome.sale, { printAtOnce: true });
          // After a reload the next sale may be on the screen already.
          if (saleKey.take() === start.key) onMade();
          return setState({ phase: 'made', sale: outcome.sale });
        }
        if (outcome.kind === 'earlier' || outcome.kind === 'copied') {
          const copied = outcome.kind === 'copied';
          storeForPrinting(outcome.sale, { printAtOnce: true });
          storePending(seller, {
            ...typedOnly(start.draft, saleKey.renew()),
            earlier: outcome.sale,
            copied,
          });
          setDoubtful(false);
          return setState({ phase: 'earlier', sale: outcome.sale, copied });
        }
        console.error('The sale was not made', outcome.error);
        const inDoubt = Boolean(outcome.pending?.sent.length);
        if (outcome.pending && inDoubt) storePending(seller, { ...outcome.pending, stopped: true });
        else clearPending(seller);
        const code = refusalCode(outcome.error);
        // The key belongs to another sale, or to one that is in the books no more.
        if (code === 'key_reused' || code === 'sale_deleted') saleKey.renew();
        // Without a doubt: it was refused, or it was not even sent.
        if (!inDoubt) setRefused(code ?? 'not_sent');
      } catch (error) {
        // Its key is stored since before it was sent: the next try answers the same.
        console.error('What became of the sale could not be stored', error);
        running.current = null;
      }
      setDoubtful((readPending(seller)?.sent.length ?? 0) > 0);
      setState({ phase: 'failed' });
    },
    [seller, saleKey, onMade],
  );

  const finish = useCallback(
    (draft: SaleDraft) => {
      const left = readPending(seller);
      void send({
        key: left ? saleKey.renew(left.key) : saleKey.take(),
        draft,
        sent: left?.sent ?? [],
        stopped: false,
        askedAt: Date.now(),
      });
    },
    [seller, send, saleKey],
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
  /** The earlier sale was read about; what is on the screen goes on as another one. */
  const keep = useCallback(
    (draft: SaleDraft) => {
      storePending(seller, typedOnly(draft, saleKey.renew()));
      setState({ phase: 'idle' });
    },
    [seller, saleKey],
  );
  /** Gives up what is on the screen. Whether it was recorded, an administrator sees in the list of sales. */
  const abandon = useCallback(() => {
    clearPending(seller);
    forgetOrder(seller);
    window.location.reload();
  }, [seller]);

  return { state, doubtful, refused, finish, settle, keep, abandon };
}

/** What was typed, under a key that the server has not heard of; a reload sends nothing unasked. */
function typedOnly(draft: SaleDraft, key: string): PendingSale {
  return { key, draft, sent: [], stopped: true, askedAt: Date.now() };
}
