import { routes } from '@balcao/contract/routes.ts';
import { ratio, type Section } from '../figures.ts';
import { forgetPeak, peakMegabytes } from '../process-memory.ts';
import { ADMIN } from '../shop.ts';
import { Asker } from './asker.ts';
import type { PeriodShop } from './large-shops.ts';
import { byTurns, namingBoth, type PeriodShops } from './period-shops.ts';

const ROUNDS = 3;
/** As the page of the report asks. */
const PAGE_SIZE = 99;

/** The server's half: every page of the report, one after the other, as the browser asks for them. */
export async function periodReport(shops: PeriodShops): Promise<Section> {
  const reports = await byTurns(ROUNDS, shops, readWhole);
  const both = namingBoth(shops, reports);
  const times = both('all pages of the report', 's', 'seconds');
  const peaks = both('server’s memory at its highest', 'MB', 'peak');
  const megabytes = (reports.large[0]?.bytes ?? 0) / 1e6;
  return {
    name: 'Period report: the server',
    how: `All pages of ${PAGE_SIZE} of a period, one after the other over one connection, from shops with 5,000 and 50,000 sales in turn; memory is VmHWM of Node, set back before each.`,
    measured: [...times, ...peaks],
    ratios: [
      // Ten times the sales in ten times the time: each page costs the same, wherever it lies.
      ratio('50,000 sales to 5,000, in time', times[1], times[0], { atMost: 15 }),
      // It holds a page at a time; what is left is when the garbage is taken out.
      ratio('50,000 sales to 5,000, in memory', peaks[1], peaks[0], { atMost: 2 }),
    ],
    notes: [`The 50,000 sales are ${megabytes.toFixed(1)} MB of JSON.`],
  };
}

type Report = { seconds: number; peak: number; bytes: number };

async function readWhole(of: PeriodShop): Promise<Report> {
  await forgetPeak(of.shop.pid.server);
  const read = await readReport(of);
  return { ...read, peak: await peakMegabytes(of.shop.pid.server) };
}

async function readReport({ shop, sales, startDate, endDate }: PeriodShop) {
  const asker = new Asker(shop.origin, () => shop.signIn(ADMIN));
  try {
    // Signing in is no part of it.
    await asker.get(routes.listPaymentMethods.path);
    const began = performance.now();
    let read = 0;
    let bytes = 0;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `page=${page}&page_size=${PAGE_SIZE}&startDate=${startDate}&endDate=${endDate}`;
      const answer = await asker.get(`${routes.listSales.path}?${query}`);
      const body = answer.body as { results: unknown[]; total_pages: number };
      pages = body.total_pages;
      read += body.results.length;
      bytes += answer.bytes;
    }
    if (read !== sales) throw new Error(`${read} of ${sales} sales came`);
    return { seconds: (performance.now() - began) / 1000, bytes };
  } finally {
    asker.close();
  }
}
