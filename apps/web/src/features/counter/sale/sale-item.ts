import type { Cents } from '@balcao/domain/money.ts';
import { cents, MAX_CENTS, sumCents } from '@balcao/domain/money.ts';
import {
  type ItemTotals,
  itemTotals,
  MAX_QUANTITY,
  MAX_SALE_ITEMS,
  NO_DISCOUNT,
  type PercentHundredths,
} from '@balcao/domain/sale-total.ts';

/** What the counter needs to know of a product; a line keeps it as it was when it was added. */
export type CounterProduct = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly price: Cents;
};

/** A line of the sale. A product has at most one: adding it again sums into the line that is there. */
export type SaleItem = {
  readonly product: CounterProduct;
  readonly quantity: number;
  /** Always 0 on this screen; carried because the sale's payload has it. */
  readonly discount: PercentHundredths;
};

export type SortDirection = 'asc' | 'desc';

export function totalsOf(item: SaleItem): ItemTotals {
  return itemTotals({
    quantity: item.quantity,
    unitPrice: item.product.price,
    discountPercent: item.discount,
  });
}

export type ListTotals = { readonly quantity: number } & ItemTotals;

export function sumItems(items: readonly SaleItem[]): ListTotals {
  const totals = items.map(totalsOf);
  return {
    quantity: items.reduce((sum, item) => sum + item.quantity, 0),
    subtotal: sumCents(totals.map((line) => line.subtotal)),
    discount: sumCents(totals.map((line) => line.discount)),
    total: sumCents(totals.map((line) => line.total)),
  };
}

export function lineOf(items: readonly SaleItem[], productId: number): SaleItem | undefined {
  return items.find((item) => item.product.id === productId);
}

/** Adds a line at the end, or sums the quantity into the product's line, at today's price. */
export function withItem(
  items: readonly SaleItem[],
  product: CounterProduct,
  quantity: number,
): readonly SaleItem[] {
  const line = lineOf(items, product.id);
  if (!line) return [...items, { product, quantity, discount: NO_DISCOUNT }];
  return items.map((item) =>
    item === line ? { ...item, product, quantity: item.quantity + quantity } : item,
  );
}

export const TOO_MANY = `A quantidade máxima de um produto é ${MAX_QUANTITY.toLocaleString('pt-BR')}.`;

/** Why a list cannot be sold as it is, in words for the seller; undefined when it can. */
export function beyondLimits(items: readonly SaleItem[]): string | undefined {
  if (items.some((item) => item.quantity > MAX_QUANTITY)) return TOO_MANY;
  if (items.length > MAX_SALE_ITEMS) {
    return `Uma venda tem no máximo ${MAX_SALE_ITEMS} produtos diferentes.`;
  }
  if (sumItems(items).subtotal > MAX_CENTS) return 'O total da venda passa de R$ 9.999.999,99.';
  return undefined;
}

// One collator: localeCompare makes a new one for every comparison, slow on a long list.
const portuguese = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

export function sortedByName(
  items: readonly SaleItem[],
  direction: SortDirection,
): readonly SaleItem[] {
  const sign = direction === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => sign * portuguese.compare(a.product.name, b.product.name));
}

/** Moves the line of one product to where the line of another stands. */
export function movedTo(
  items: readonly SaleItem[],
  productId: number,
  overProductId: number,
): readonly SaleItem[] {
  const from = items.findIndex((item) => item.product.id === productId);
  const to = items.findIndex((item) => item.product.id === overProductId);
  const line = items[from];
  if (!line || to < 0 || from === to) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, line);
}

/** What the read-only Subtotal beside the quantity shows. */
export function entrySubtotal(product: CounterProduct | null, quantity: number): Cents {
  return cents(product && quantity <= MAX_QUANTITY ? product.price * quantity : 0);
}
