import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { type Cents, sumCents } from '@balcao/domain/money.ts';
import { byModel, bySize } from '@balcao/domain/product/model-and-size.ts';
import { daysLeft, worthOf } from '@balcao/domain/product/stock.ts';
import { counted, productsIn, sum } from '../../ui/counts.ts';

/** A product with the size that its name ends in; '' for none. */
export type Sized = StockProduct & { size: string };

/** A model with its sizes, or a single product. */
export type StockRow = {
  id: number;
  name: string;
  products: readonly Sized[];
  onHand: number;
  worth: Cents;
  sold: number;
  /** null: none was sold. */
  days: number | null;
};

export function stockRows(products: readonly StockProduct[], order: string, plain: boolean) {
  const groups = plain
    ? products.map((product) => ({ model: product.name, products: [{ ...product, size: '' }] }))
    : byModel(products);
  return groups
    .map(({ model, products: sizes }): StockRow => {
      const onHand = sum(sizes.map(({ on_hand }) => on_hand ?? 0));
      const sold = sum(sizes.map(({ sold }) => sold ?? 0));
      const id = Math.min(...sizes.map((one) => one.id));
      const worth = sumCents(sizes.map(worthOf));
      const days = daysLeft(onHand, sold);
      return { id, name: model, products: sizes, onHand, worth, sold, days };
    })
    .sort(compare(order));
}

function compare(order: string): (a: StockRow, b: StockRow) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  const field = order.replace('-', '') as 'name' | 'on_hand' | 'sold' | 'days';
  const byName = (a: StockRow, b: StockRow) =>
    a.name.localeCompare(b.name, 'pt-BR', { numeric: true }) || a.id - b.id;
  if (field === 'name') return (a, b) => sign * byName(a, b);
  // What nobody buys lasts longest.
  const figure = ({ onHand, sold, days }: StockRow) =>
    ({ on_hand: onHand, sold, days: days ?? Number.MAX_SAFE_INTEGER })[field];
  return (a, b) => sign * (figure(a) - figure(b)) || byName(a, b);
}

/** 'missing' where there is none, 'below' where there are fewer than the minimum. */
export function lackOf({ on_hand, minimum }: Pick<StockProduct, 'on_hand' | 'minimum'>) {
  if (on_hand === null) return undefined;
  if (on_hand <= 0) return 'missing';
  return minimum !== null && on_hand < minimum ? 'below' : undefined;
}

/** '1 produto, 12 peças' */
export const piecesOf = (products: number, pieces: number) =>
  `${productsIn(products)}, ${counted(pieces, 'peça', 'peças')}`;

/** The sizes of the models in their order. */
export function sizesOf(rows: readonly StockRow[]): string[] {
  const sizes = new Set(rows.flatMap(({ products }) => products.map(({ size }) => size)));
  sizes.delete('');
  return [...sizes].sort(bySize);
}
