import { periodReportInTab } from './browser/report-tab.ts';
import type { Section } from './figures.ts';
import { openPeriodShop } from './lists/large-shops.ts';
import { periodReport } from './lists/period-report.ts';

/** Both halves of the period report, of the same two shops. */
export async function reportSections(): Promise<Section[]> {
  const small = await openPeriodShop(5_000);
  try {
    const large = await openPeriodShop(50_000);
    try {
      const shops = { small, large };
      return [await periodReport(shops), await periodReportInTab(shops)];
    } finally {
      await large.shop.stop();
    }
  } finally {
    await small.shop.stop();
  }
}
