import type { Sale } from '@balcao/contract/sales.ts';
import { type Cents, centsFromReais } from '@balcao/domain/money.ts';
import { lastSignOut } from '../../../ui/fields/unsaved-input.ts';

/** What the counter still says about the sale before. Nothing in it names a person. */
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
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
    const own = stored?.seller === seller && stored.signedOut === lastSignOut();
    return own && [stored.id, stored.total, stored.change].every(Number.isSafeInteger)
      ? stored
      : undefined;
  } catch {
    return undefined;
  }
}
