import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { uuid } from '../../../api/uuid.ts';
import {
  deleteParkedSale,
  handOverParkedSale,
  PARKED_SALES_KEY,
} from '../../parked-sales/parked-sales.queries.ts';
import { firstToPay, focusField, nextInOrder } from '../parts/counter-focus.ts';
import { useCounterStore } from '../sale/counter-context.ts';
import { flagOf, isFilled } from '../sale/counter-state.ts';
import { continueTaking, parkOrder, reasonOf } from './park-and-take.ts';

const NOT_DROPPED = 'Não foi possível descartar o pedido.';
const NOT_HANDED_OVER = 'Não foi possível passar o pedido. Tente de novo.';
const FAILED = 'Não foi possível. Tente de novo.';

/** Parks the order on the counter, and takes up parked ones. */
export function useParking() {
  const counter = useCounterStore();
  const { read, commit } = counter;
  /** The counter takes no input. `paused`: the server does not answer. */
  const [busy, setBusy] = useState<'busy' | 'paused'>();
  const [problem, setProblem] = useState<string>();
  const [listed, setListed] = useState(false);
  const queries = useQueryClient();
  const leaving = useRef<AbortController>(undefined);

  const showOrder = () => {
    focusField(nextInOrder(read().draft), 'end', () => setBusy(undefined));
  };

  /** Parks what is on the counter. Then takes up an order, or begins the exchange that waits for the counter. */
  const run = async (takeId?: number) => {
    const signal = leaving.current?.signal;
    if (!signal || signal.aborted) return;
    const { waiting } = read();
    setListed(false);
    setBusy('busy');
    try {
      if (isFilled(read())) {
        const problem = await parkOrder(counter, signal);
        signal.throwIfAborted();
        if (problem) return setProblem(problem);
        showOrder();
        if (waiting) return;
      }
      // A claim that an internal error has left open goes first.
      if (!read().taking) {
        if (takeId === undefined) return;
        commit({ type: 'taking-begun', taking: { id: takeId, claim: uuid() } });
      }
      setBusy('busy');
      const problem = await continueTaking(counter, { signal, onPause: () => setBusy('paused') });
      if (problem) setProblem(problem);
      else showOrder();
    } catch (error) {
      if (signal.aborted) return;
      console.error('Parking failed', error);
      setProblem(FAILED);
    } finally {
      if (!signal.aborted) setBusy(undefined);
      // The first list may still be on its way, from before this order waited.
      await queries.cancelQueries({ queryKey: PARKED_SALES_KEY });
      void queries.invalidateQueries({ queryKey: PARKED_SALES_KEY });
    }
  };

  const continueAtStart = useEffectEvent(() => {
    if (read().taking && !isFilled(read())) void run();
  });
  useEffect(() => {
    leaving.current = new AbortController();
    continueAtStart();
    return () => leaving.current?.abort();
  }, []);

  const park = () => void run();
  const open = () => setListed(true);
  const changed = async (change: Promise<unknown>, words: string) => {
    await change.catch((error) => setProblem(reasonOf(error, words)));
    void queries.invalidateQueries({ queryKey: PARKED_SALES_KEY });
  };
  return {
    busy,
    problem,
    listed,
    park,
    open,
    take: (id: number) => void run(id),
    drop: (id: number) => changed(deleteParkedSale(id), NOT_DROPPED),
    handOver: (id: number, toAnyone: boolean) =>
      changed(handOverParkedSale(id, toAnyone), NOT_HANDED_OVER),
    /** After a dialog. */
    goOn: () => {
      const { draft } = read();
      focusField(flagOf(read()) === 1 ? firstToPay(draft) : nextInOrder(draft), 'end', () => {
        setListed(false);
        setProblem(undefined);
      });
    },
    /** F4. It says nothing about an exchange, whose button is grey. */
    parkOrOpen: () => {
      if (read().draft.exchange) return;
      if (isFilled(read()) || read().taking) park();
      else open();
    },
  };
}
