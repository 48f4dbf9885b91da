import type { Sale } from '@balcao/contract/sales/sales.ts';
import { type Cents, centsFromReais } from '@balcao/domain/money.ts';
import { fieldsOf, readStored } from '../../../storage/stored-json.ts';
import { lastSignOut } from '../../../storage/unsaved-input.ts';

/** The facts about the sale before that the counter still shows. Nothing in it names a person. */
export type LastSale = { readonly id: number; readonly total: Cents; readonly change: Cents };

const STORED_AS = 'last-sale';

export function lastSaleOf(sale: Sale): LastSale {
  return {
    id: sale.id,
    total: centsFromReais(sale.total_general),
    change: centsFromReais(sale.troco),
  };
}

/** Keeps the sale in this tab for its seller, until the next sale or a sign-out in any tab. */
export function storeLastSale(seller: number, sale: Sale): void {
  const stored = { ...lastSaleOf(sale), seller, signedOut: lastSignOut() };
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(stored));
  } catch (error) {
    console.warn('The last sale could not be stored', error);
  }
}

export function readLastSale(seller: number): LastSale | undefined {
  return readStored(sessionStorage.getItem(STORED_AS), (value) => {
    const stored = fieldsOf<LastSale & { seller: number; signedOut: string | null }>(value);
    const { id, total, change } = stored;
    const own = stored.seller === seller && stored.signedOut === lastSignOut();
    return own && [id, total, change].every(Number.isSafeInteger) ? (value as LastSale) : undefined;
  });
}
