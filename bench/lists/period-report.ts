import { readFile, writeFile } from 'node:fs/promises';
import { routes } from '@balcao/contract/routes.ts';
import type { Section } from '../figures.ts';
import { ratio } from '../figures.ts';
import { ADMIN } from '../shop.ts';
import { Asker } from './asker.ts';
import { openPeriodShop, type PeriodShop } from './large-shops.ts';

const ROUNDS = 3;
/** As the page of the report asks. */
const PAGE_SIZE = 99;

/** The server's half: every page of the report, one after the other, as the browser asks for them. */
export async function periodReport(): Promise<Section> {
  const shops: PeriodShop[] = [];
  try {
    for (const sales of [5_000, 50_000]) shops.push(await openPeriodShop(sales));
    const [small, large] = shops.map((of) => ({
      of,
      seconds: [] as number[],
      peak: [] as number[],
    }));
    if (!small || !large) throw new Error('There are two shops');
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const { of, seconds, peak } of [small, large]) {
        await forgetPeak(of.shop.pid.server);
        const read = await readReport(of);
        bytes = read.bytes;
        seconds.push(read.seconds);
        peak.push(await peakMegabytes(of.shop.pid.server));
      }
    }
    const time = (sales: string, rounds: number[]) => ({
      name: `report of ${sales} sales`,
      unit: 's',
      rounds,
    });
    const memory = (sales: string, rounds: number[]) => ({
      name: `server’s memory at its highest, ${sales} sales`,
      unit: 'MB',
      rounds,
    });
    const measured = [
      time('5,000', small.seconds),
      time('50,000', large.seconds),
      memory('5,000', small.peak),
      memory('50,000', large.peak),
    ] as const;
    const [shortTime, longTime, smallPeak, largePeak] = measured;
    return {
      name: 'Period report: the server',
      how: `All pages of ${PAGE_SIZE} of a period, one after the other over one connection, from shops with 5,000 and 50,000 sales in turn; memory is VmHWM of Node, set back before each.`,
      measured: [...measured],
      ratios: [
        // Ten times the sales in ten times the time: each page costs the same, wherever it lies.
        ratio('50,000 sales to 5,000, in time', longTime, shortTime, { atMost: 15 }),
        // It holds a page at a time; what is left is when the garbage is taken out.
        ratio('50,000 sales to 5,000, in memory', largePeak, smallPeak, { atMost: 2 }),
      ],
      notes: [`The 50,000 sales are ${(bytes / 1e6).toFixed(1)} MB of JSON.`],
    };
  } finally {
    for (const { shop } of shops) await shop.stop();
  }
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

/** Linux alone says how much it was at its highest, and forgets it when told to. */
function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
