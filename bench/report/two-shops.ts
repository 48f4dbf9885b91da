import { type Measured, measuredOf } from '../figures.ts';
import type { BenchShop } from '../shop.ts';

/** A shop with the period in which it made exactly so many sales. */
export type PeriodShop = { shop: BenchShop; sales: number; startDate: string; endDate: string };

export type TwoShops = readonly [small: PeriodShop, large: PeriodShop];

/** Measures both shops in turn; returns a function that names one figure of both, the small one first. */
export async function compareShops<Report extends Record<string, number>>(
  rounds: number,
  shops: TwoShops,
  measure: (shop: PeriodShop) => Promise<Report>,
) {
  const reports: [Report[], Report[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    reports[0].push(await measure(shops[0]));
    reports[1].push(await measure(shops[1]));
  }
  return (name: string, unit: string, which: keyof Report): [Measured, Measured] => {
    const of = (shop: 0 | 1) => {
      const words = `${name}, ${shops[shop].sales.toLocaleString('en-US')} sales`;
      return measuredOf(words, unit, reports[shop], (report) => report[which] ?? Number.NaN);
    };
    return [of(0), of(1)];
  };
}
