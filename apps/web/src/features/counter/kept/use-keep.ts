import { useRef, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { forgetKept, keepSale } from '../../kept/kept-changes.ts';
import { useCounterStore } from '../sale/counter-context.ts';
import { CLOSED } from '../sale/counter-state.ts';
import { storeWaitingReceipt } from '../sale/counter-store.ts';
import type { SalePix } from '../sale/sale-checks.ts';
import { keptSaleOf } from './kept-sale-of.ts';

const NO_ROOM =
  'Este computador não conseguiu guardar a venda: pode faltar espaço nele. Ela não foi guardada, e o pedido continua aqui.';

/** Keeps the sale on the counter on this computer, and empties the counter for the next one. */
export function useKeep(seller: number, pix: SalePix | undefined) {
  const { read, dispatch } = useCounterStore();
  const name = useSession()?.user.name ?? '';
  const busy = useRef(false);
  const [problem, setProblem] = useState<string>();
  const keep = async () => {
    if (busy.current) return;
    busy.current = true;
    setProblem(undefined);
    const of = { seller: { id: seller, name }, madeAt: timeNow().toISOString(), pix };
    const sale = keptSaleOf(read(), of);
    try {
      await keepSale(sale);
      try {
        storeWaitingReceipt(seller, sale.receipt);
      } catch (error) {
        await forgetKept(sale.key);
        throw error;
      }
      dispatch(CLOSED);
      dispatch({ type: 'sale-made', sale: sale.receipt });
    } catch (error) {
      console.error('The sale was not kept', error);
      setProblem(NO_ROOM);
    } finally {
      busy.current = false;
    }
  };
  return { keep: () => void keep(), problem };
}
