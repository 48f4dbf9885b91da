import { useQueryClient } from '@tanstack/react-query';
import {
  type Dispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { deleteParkedSale, PARKED_SALES_KEY } from '../../parked-sales/parked-sales.queries.ts';
import { focusField } from '../parts/counter-focus.ts';
import { firstToPay, nextInOrder } from '../parts/use-step-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../sale/sale-draft.ts';
import type { OrderStore } from '../sale/stored-order.ts';
import { isFilled } from './is-filled.ts';
import { beginTaking, continueTaking, parkOrder, reasonOf } from './park-and-take.ts';

/** `paused`: the server does not answer. */
export type Busy = 'busy' | 'paused';

const NOT_DROPPED = 'Não foi possível descartar o pedido.';
const FAILED = 'Não foi possível. Tente de novo.';

/**
 * Parks the order on the counter, and takes up parked ones. Everything works on the stored order, so that
 * the functions stay the same at every key press. `busy`: the counter takes no input.
 */
export function useParking(order: OrderStore, dispatch: Dispatch<CounterAction>) {
  const [busy, setBusy] = useState<Busy>();
  const [problem, setProblem] = useState<string>();
  const [listed, setListed] = useState(false);
  const queries = useQueryClient();
  const leaving = useRef<AbortController>(undefined);

  const show = useCallback(
    (draft: SaleDraft) => {
      flushSync(() => {
        setBusy(undefined);
        dispatch({ type: 'order-replaced', draft });
      });
      focusField(nextInOrder(draft), 'end');
    },
    [dispatch],
  );

  const run = useCallback(
    async (takeId?: number, next = EMPTY_DRAFT) => {
      const signal = leaving.current?.signal;
      if (!signal || signal.aborted) return;
      setListed(false);
      setBusy('busy');
      try {
        if (isFilled(order.read())) {
          const parked = await parkOrder(order, signal);
          signal.throwIfAborted();
          if (parked !== 'parked') return setProblem(parked.problem);
          show(next);
          if (next !== EMPTY_DRAFT) return;
        }
        const { taking } = order.read();
        if (!taking && takeId === undefined) return;
        setBusy('busy');
        // A claim that an internal error has left open goes first.
        if (!taking && takeId !== undefined) beginTaking(order, takeId);
        const taken = await continueTaking(order, { signal, onPause: () => setBusy('paused') });
        if (taken && 'draft' in taken) show(taken.draft);
        else setProblem(taken?.problem);
      } catch (error) {
        if (signal.aborted) return;
        console.error('Parking failed', error);
        setProblem(FAILED);
      } finally {
        if (!signal.aborted) setBusy(undefined);
        void queries.invalidateQueries({ queryKey: PARKED_SALES_KEY });
      }
    },
    [order, queries, show],
  );

  const continueAtStart = useEffectEvent(() => {
    if (order.read().taking && !isFilled(order.read())) void run();
  });
  useEffect(() => {
    leaving.current = new AbortController();
    continueAtStart();
    return () => leaving.current?.abort();
  }, []);

  const goOn = useCallback(() => {
    flushSync(() => {
      setListed(false);
      setProblem(undefined);
    });
    const { flag, draft } = order.read();
    focusField(flag === 1 ? firstToPay(draft) : nextInOrder(draft), 'end');
  }, [order]);
  const park = useCallback(() => void run(), [run]);
  const parkFor = useCallback((next: SaleDraft) => void run(undefined, next), [run]);
  const take = useCallback((id: number) => void run(id), [run]);
  const drop = useCallback(
    async (id: number) => {
      await deleteParkedSale(id).catch((error) => setProblem(reasonOf(error, NOT_DROPPED)));
      void queries.invalidateQueries({ queryKey: PARKED_SALES_KEY });
    },
    [queries],
  );
  const open = useCallback(() => setListed(true), []);
  /** F4. */
  const parkOrOpen = useCallback(
    () => (isFilled(order.read()) || order.read().taking ? park() : open()),
    [order, park, open],
  );
  return useMemo(
    () => ({ busy, problem, listed, park, parkFor, take, drop, open, goOn, parkOrOpen }),
    [busy, problem, listed, park, parkFor, take, drop, open, goOn, parkOrOpen],
  );
}
