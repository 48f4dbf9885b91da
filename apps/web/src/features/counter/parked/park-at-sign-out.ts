import { openOrder } from '../sale/stored-order.ts';
import { isFilled } from './is-filled.ts';
import { parkOrder } from './park-and-take.ts';

/** Parks what the seller has left on the counter of this tab, with one request. */
export async function parkAtSignOut(
  seller: number,
  signal: AbortSignal,
): Promise<'nothing' | 'parked' | 'kept'> {
  const order = openOrder(seller);
  if (!isFilled(order.read())) return 'nothing';
  return (await parkOrder(order, signal, false)) === 'parked' ? 'parked' : 'kept';
}
