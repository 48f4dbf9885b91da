import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { uuid } from '../../../api/uuid.ts';
import { awaySince, NO_SERVER } from '../../kept/server-away.tsx';
import {
  deleteParkedSale,
  handOverParkedSale,
  PARKED_SALES_KEY,
} from '../../parked-sales/parked-sales.queries.ts';
import { useCounterStore } from '../sale/counter-context.ts';
import { CLOSED, isFilled, opened } from '../sale/counter-state.ts';
import { stepFocus } from '../sale/next-field.ts';
import { continueTaking, parkOrder, reasonOf } from './park-and-take.ts';

const NOT_DROPPED = 'Não foi possível descartar o pedido.';
const NOT_HANDED_OVER = 'Não foi possível passar o pedido. Tente de novo.';
const FAILED = 'Não foi possível. Tente de novo.';

/** Parks the order on the counter, and takes up parked ones. */
export function useParking() {
  const counter = useCounterStore();
  const { read, dispatch, commit } = counter;
  const queries = useQueryClient();
  const leaving = useRef<AbortController>(undefined);

  const hold = (paused?: true) => dispatch(opened({ is: 'parking', ...(paused && { paused }) }));
  const refuse = (words: string) => dispatch(opened({ is: 'not-parked', words }));
  /** After a dialog, or once the counter takes input again. */
  const goOn = () => dispatch(CLOSED, stepFocus(read()));

  /** Parks what is on the counter. Then takes up an order, or begins the exchange that waits for the counter. */
  const run = async (takeId?: number) => {
    const signal = leaving.current?.signal;
    if (!signal || signal.aborted) return;
    if (awaySince()) return refuse(NO_SERVER);
    const { waiting } = read();
    hold();
    try {
      if (isFilled(read())) {
        const problem = await parkOrder(counter, signal);
        signal.throwIfAborted();
        if (problem) return refuse(problem);
        goOn();
        if (waiting) return;
      }
      // A claim that an internal error has left open goes first.
      if (!read().taking) {
        if (takeId === undefined) return;
        commit({ type: 'taking-begun', taking: { id: takeId, claim: uuid() } });
      }
      hold();
      const problem = await continueTaking(counter, { signal, onPause: () => hold(true) });
      if (problem) refuse(problem);
      else goOn();
    } catch (error) {
      if (signal.aborted) return;
      console.error('Parking failed', error);
      refuse(FAILED);
    } finally {
      if (!signal.aborted && read().dialog?.is === 'parking') dispatch(CLOSED);
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
  const open = () => {
    if (awaySince()) refuse(NO_SERVER);
    else dispatch(opened({ is: 'parked' }));
  };
  const changed = async (change: Promise<unknown>, words: string) => {
    await change.catch((error) => refuse(reasonOf(error, words)));
    void queries.invalidateQueries({ queryKey: PARKED_SALES_KEY });
  };
  return {
    park,
    open,
    goOn,
    take: (id: number) => void run(id),
    drop: (id: number) => changed(deleteParkedSale(id), NOT_DROPPED),
    handOver: (id: number, toAnyone: boolean) =>
      changed(handOverParkedSale(id, toAnyone), NOT_HANDED_OVER),
    /** F4. It says nothing about an exchange, whose button is grey. */
    parkOrOpen: () => {
      if (read().draft.exchange) return;
      if (isFilled(read()) || read().taking) park();
      else open();
    },
  };
}
