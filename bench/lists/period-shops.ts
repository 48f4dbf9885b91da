import type { Measured } from '../figures.ts';
import type { PeriodShop } from './large-shops.ts';

/** Shops of which one sold ten times as much in its period as the other. */
export type PeriodShops = { small: PeriodShop; large: PeriodShop };
export type OfBoth<T> = Record<keyof PeriodShops, T>;

/** Names the same figure of both, the small one first. */
export function namingBoth<Report extends Record<string, number>>(
  shops: PeriodShops,
  reports: OfBoth<readonly Report[]>,
) {
  return (words: string, unit: string, key: keyof Report): [Measured, Measured] => {
    const of = (size: keyof PeriodShops) => ({
      name: `${words}, ${shops[size].sales.toLocaleString('en-US')} sales`,
      unit,
      rounds: reports[size].map((report) => report[key] ?? Number.NaN),
    });
    return [of('small'), of('large')];
  };
}

/** By turns, so that what else the machine does meets both. */
export async function byTurns<Report>(
  rounds: number,
  shops: PeriodShops,
  measure: (shop: PeriodShop) => Promise<Report>,
): Promise<OfBoth<Report[]>> {
  const reports: OfBoth<Report[]> = { small: [], large: [] };
  for (let round = 0; round < rounds; round++) {
    reports.small.push(await measure(shops.small));
    reports.large.push(await measure(shops.large));
  }
  return reports;
}
