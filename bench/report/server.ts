import { routes } from '@balcao/contract/api/routes.ts';
import { ratio, type Section } from '../figures.ts';
import { Visitor } from '../http-get.ts';
import { forgetPeak, peakMegabytes } from '../processes.ts';
import { compareShops, type PeriodShop, type TwoShops } from './two-shops.ts';

const ROUNDS = 3;
/** The page size that the screen of the report uses. */
const PAGE_SIZE = 99;

/** The server's half: every page of the report, one after the other, as the browser requests them. */
export async function periodReportAtServer(shops: TwoShops): Promise<Section> {
  const both = await compareShops(ROUNDS, shops, readReport);
  const times = both('all pages of the report', 's', 'seconds');
  const peaks = both('server’s memory at its highest', 'MB', 'peak');
  const [, megabytes] = both('', 'MB', 'megabytes');
  return {
    name: 'Period report: the server',
    how: `All pages of ${PAGE_SIZE} of a period, one after the other over one connection, from shops with 5,000 and 50,000 sales in turn; memory is VmHWM of Node, reset before each.`,
    measured: [...times, ...peaks],
    ratios: [
      // Ten times the sales in ten times the time: every page costs the same.
      ratio('50,000 sales to 5,000, in time', times[1], times[0], { atMost: 15 }),
      // The server holds one page at a time; the rest depends on the garbage collector.
      ratio('50,000 sales to 5,000, in memory', peaks[1], peaks[0], { atMost: 2 }),
    ],
    notes: [`The 50,000 sales are ${megabytes.rounds[0]?.toFixed(1)} MB of JSON.`],
  };
}

async function readReport({ shop, sales, startDate, endDate }: PeriodShop) {
  using visitor = new Visitor(shop);
  await forgetPeak(shop.pid.server);
  // Signs in before the clock starts.
  await visitor.get(routes.listPaymentMethods.path);
  const began = performance.now();
  let read = 0;
  let bytes = 0;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = `page=${page}&page_size=${PAGE_SIZE}&startDate=${startDate}&endDate=${endDate}`;
    const response = await visitor.get(`${routes.listSales.path}?${query}`);
    const body = response.body as { results: unknown[]; total_pages: number };
    pages = body.total_pages;
    read += body.results.length;
    bytes += response.bytes;
  }
  if (read !== sales) throw new Error(`${read} of ${sales} sales came`);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, megabytes: bytes / 1e6, peak: await peakMegabytes(shop.pid.server) };
}
