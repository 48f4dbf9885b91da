import type { ProductIndex } from '../order/product-search.ts';
import type { SaleItem } from './sale-item.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * Lines whose product is no longer sold, or at another price, than when it was added: the server will
 * refuse them, and the seller should see which.
 */
export function outdatedItems(
  items: readonly SaleItem[],
  index: ProductIndex | undefined,
): ReadonlySet<number> {
  if (!index) return NONE;
  const ids = items
    .filter(({ product }) => index.ofId.get(product.id)?.price !== product.price)
    .map(({ product }) => product.id);
  return ids.length > 0 ? new Set(ids) : NONE;
}
