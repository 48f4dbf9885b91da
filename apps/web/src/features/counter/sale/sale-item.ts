import { type Cents, cents, ZERO } from '@balcao/domain/money.ts';
import { sortedByName } from '@balcao/domain/product/name-order.ts';
import {
  type ItemTotals,
  itemTotals,
  MAX_QUANTITY,
  NO_DISCOUNT,
  saleTotals,
} from '@balcao/domain/sale-total.ts';
import { foldText } from '@balcao/domain/search-text.ts';

/** A product as it was when its line was added. */
export type CounterProduct = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly price: Cents;
};

/** A line of the sale. A product has at most one: adding it again adds to the quantity of that line. */
export type SaleItem = { readonly product: CounterProduct; readonly quantity: number };

/** The fields above the item table. `edited`: taken out of the list to be changed; `stays`: one that went back since. */
export type Entry = {
  readonly product: CounterProduct | null;
  readonly quantity: string;
  readonly edited?: SaleItem & { readonly place: number };
  readonly stays?: string;
};

export const EMPTY_ENTRY: Entry = { product: null, quantity: '1' };

export type SortDirection = 'asc' | 'desc';

/** The figures of a line. The counter gives no discount. */
export function totalsOf({ product, quantity }: SaleItem): ItemTotals {
  return itemTotals({ quantity, unitPrice: product.price, discountPercent: NO_DISCOUNT });
}

export function sumItems(items: readonly SaleItem[]) {
  const lines = items.map(totalsOf);
  const { subtotal, total } = saleTotals({ items: lines, generalDiscount: ZERO, payments: [] });
  return { quantity: items.reduce((sum, item) => sum + item.quantity, 0), subtotal, total };
}

export function lineOf(items: readonly SaleItem[], productId: number): SaleItem | undefined {
  return items.find((item) => item.product.id === productId);
}

/** Adds a line at its place or the end, or the quantity to the product's line, at today's price. */
export function withItem(
  items: readonly SaleItem[],
  product: CounterProduct,
  quantity: number,
  place = items.length,
): readonly SaleItem[] {
  const line = lineOf(items, product.id);
  if (!line) return items.toSpliced(place, 0, { product, quantity });
  const sum = { product, quantity: line.quantity + quantity };
  return items.map((item) => (item === line ? sum : item));
}

export function itemsByName(
  items: readonly SaleItem[],
  direction: SortDirection,
): readonly SaleItem[] {
  const ascending = sortedByName(items, ({ product }) => foldText(product.name));
  return direction === 'asc' ? ascending : ascending.toReversed();
}

/** The Subtotal beside the quantity; 0 for a bar code that was scanned into the quantity. */
export function entrySubtotal(product: CounterProduct | null, quantity: number): Cents {
  return cents(product && quantity <= MAX_QUANTITY ? product.price * quantity : 0);
}
