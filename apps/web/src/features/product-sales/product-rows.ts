import type { SoldProduct } from '@balcao/contract/products/product-sales.ts';
import { sumReais } from '@balcao/domain/money.ts';
import { byModel } from '@balcao/domain/product/model-and-size.ts';
import { percent, sum } from '../../ui/counts.ts';
import type { Order } from './product-sales-filter.ts';

type Sums = Pick<SoldProduct, 'units' | 'net' | 'units_year_ago' | 'year_ago'>;

/** A product, or a model with its sizes, which have no id of their own: `id` is below zero. */
export type ProductRow = Sums & {
  id: number;
  name: string;
  code: string;
  /** A size of the model above. */
  size?: string;
  sizes?: readonly ProductRow[];
};

const addUp = (rows: readonly Sums[]): Sums => {
  const of = (name: keyof Sums) => rows.map((row) => row[name]);
  return {
    units: sum(of('units')),
    net: sumReais(of('net')),
    units_year_ago: sum(of('units_year_ago')),
    year_ago: sumReais(of('year_ago')),
  };
};

export function productRows(products: readonly SoldProduct[], order: Order, models: boolean) {
  const rows: ProductRow[] = models
    ? byModel(products).map(({ model, products: sizes }): ProductRow => {
        const [only, second] = sizes;
        if (only && !second) return only;
        const ids = sizes.map(({ id }) => id);
        return { id: -Math.min(...ids), name: model, code: '', sizes, ...addUp(sizes) };
      })
    : [...products];
  return rows.sort(compare(order));
}

function compare(order: Order): (a: ProductRow, b: ProductRow) => number {
  const sign = order.startsWith('-') ? -1 : 1;
  const field = order.replace('-', '') as 'net' | 'units' | 'year_ago' | 'name';
  const byName = (a: ProductRow, b: ProductRow) => a.name.localeCompare(b.name, 'pt-BR');
  if (field === 'name') return (a, b) => sign * byName(a, b) || a.id - b.id;
  return (a, b) => sign * (a[field] - b[field]) || byName(a, b) || a.id - b.id;
}

/** The part of a total; a dash where there is none to divide. */
export const share = (net: number, total: number) => (total > 0 ? percent(net / total) : '—');
