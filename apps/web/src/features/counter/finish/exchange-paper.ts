import type { Correction } from '@balcao/contract/corrections.ts';
import type { Sale } from '@balcao/contract/sales.ts';
import { EXCHANGE_KEY } from '../../../ui/paper/stored-papers.ts';

/** Keeps the paper of the last sale's exchange to be offered; undefined: it was no exchange. */
export function storeExchangePaper(exchange: Correction | undefined): void {
  if (exchange) sessionStorage.setItem(EXCHANGE_KEY, JSON.stringify(exchange));
  else sessionStorage.removeItem(EXCHANGE_KEY);
}

export const readExchangePaper = (): Correction | null =>
  JSON.parse(sessionStorage.getItem(EXCHANGE_KEY) ?? 'null');

/** The paper of the exchange that this sale was made in. */
export function exchangePaperOf(sale: Sale): Correction | undefined {
  const exchange = readExchangePaper();
  return exchange?.exchange_sale === sale.id ? exchange : undefined;
}
