import type { Section } from '../figures.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import type { BenchShop } from '../shop.ts';
import { periodReportAtServer } from './server.ts';
import { periodReportInTab } from './tab.ts';
import type { PeriodShop } from './two-shops.ts';

/** Both halves of the period report, with the same two shops. */
export async function reportSections(): Promise<Section[]> {
  await using small = await openLargeShop(5_000, { deletedOneIn: 0 });
  await using large = await openLargeShop(50_000, { deletedOneIn: 0 });
  const shops = [await periodOf(small, 5_000), await periodOf(large, 50_000)] as const;
  return [await periodReportAtServer(shops), await periodReportInTab(shops)];
}

async function periodOf(shop: BenchShop, sales: number): Promise<PeriodShop> {
  const { rows } = await shop.owner.pool.query<{ first: string; last: string }>(
    'SELECT min(business_day) AS first, max(business_day) AS last FROM sales',
  );
  const { first: startDate = '', last: endDate = '' } = rows[0] ?? {};
  return { shop, sales, startDate, endDate };
}
