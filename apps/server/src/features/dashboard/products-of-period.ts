import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { type Cents, reaisFromCents, subtractCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import type { IncomeRow, ProductRow } from './product-sums.repository.ts';

/** How many products are listed: the most sold, and those that are sold no more. */
export const MOST_PRODUCTS = 20;

export function productsOf(
  { rows, sold }: { rows: readonly ProductRow[]; sold: number },
  net: Cents,
): Dashboard['products'] {
  const top = rows.filter(({ rank }) => rank !== null && rank <= MOST_PRODUCTS);
  const gone = rows
    .filter(({ gone_rank }) => gone_rank !== null && gone_rank <= MOST_PRODUCTS)
    .sort((a, b) => (a.gone_rank ?? 0) - (b.gone_rank ?? 0));
  const ofTop = sumCents(top.map((row) => row.net[0] ?? ZERO));
  return {
    top: top.map(productSums),
    others: { count: sold - top.length, net: reaisFromCents(subtractCents(net, ofTop)) },
    gone: gone.map(productSums),
  };
}

/** What the products of one institution, or those of both, brought in. */
export const incomeSums = ({ income, units, net }: IncomeRow) => ({
  income,
  units: units[0],
  ...inPeriods(net),
});

function inPeriods(sums: readonly [Cents, Cents, Cents]) {
  const [net, before, year_ago] = sums.map(reaisFromCents) as [number, number, number];
  return { net, before, year_ago };
}

function productSums({ id, code, name, units, net }: ProductRow) {
  return {
    ...{ id, code, name },
    ...{ units: units[0], units_before: units[1], units_year_ago: units[2] },
    ...inPeriods(net),
  };
}
