import {
  readStartedExchange,
  removeStartedExchange,
  type StartedExchange,
} from '../../corrections/record/started-exchange.ts';
import { isFilled } from '../parked/is-filled.ts';
import { FRESH_COUNTER } from '../sale/counter-state.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../sale/sale-draft.ts';
import type { OrderStore } from '../sale/stored-order.ts';

export const exchangeDraft = (started: StartedExchange): SaleDraft => ({
  ...EMPTY_DRAFT,
  exchange: { ...started, givenBack: null },
});

/** Whether an exchange can begin: the counter holds no other order. */
export function isFree(order: OrderStore): boolean {
  const { sent, earlier, taking } = order.read();
  return !isFilled(order.read()) && sent.length === 0 && earlier === null && taking === null;
}

/** Puts the exchange that was started at its sale on a free counter. Returns one that has to wait. */
export function beginExchange(order: OrderStore, seller: number): StartedExchange | undefined {
  const started = readStartedExchange(seller);
  if (!started || !isFree(order)) return started;
  const { flag, entry, sort } = FRESH_COUNTER;
  order.keep({ draft: exchangeDraft(started), flag, entry, sort });
  removeStartedExchange(seller);
  return undefined;
}
