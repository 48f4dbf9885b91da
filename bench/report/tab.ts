import type { Browser } from '@playwright/test';
import { newVisitor, openChromium } from '../browser/chromium.ts';
import { longestTask, momentOf, noteTimes } from '../browser/page-clock.ts';
import { ratio, type Section } from '../figures.ts';
import { megabytesOf } from '../processes.ts';
import { ADMIN, signInRecord } from '../shop.ts';
import { compareShops, type PeriodShop, type TwoShops } from './two-shops.ts';

const ROUNDS = 3;
const DONE = 'article[aria-busy="false"]';
const PATIENCE_MS = 180_000;

/** The tab's half: from the request to the last row on the screen. */
export async function periodReportInTab(shops: TwoShops): Promise<Section> {
  await using chromium = await openChromium();
  const { browser } = chromium;
  const both = await compareShops(ROUNDS, shops, (shop) => showReport(browser, shop));
  const times = both('report in the tab', 's', 'seconds');
  const heaps = both('JavaScript’s memory', 'MB', 'heap');
  return {
    name: 'Period report: the tab',
    how: `The page of the report, reloaded, in Chromium ${browser.version()} at full speed: until all rows are there, ${ROUNDS} rounds of 5,000 and 50,000 sales in turn. Memory is the renderer’s own share (PSS) and JavaScript’s heap after a garbage collection.`,
    measured: [
      ...times,
      ...both('longest task of the tab', 'ms', 'longest'),
      ...heaps,
      ...both('memory of the tab', 'MB', 'memory'),
    ],
    ratios: [
      ratio('50,000 sales to 5,000, in time', times[1], times[0], { atMost: 15 }),
      ratio('50,000 sales to 5,000, in JavaScript’s memory', heaps[1], heaps[0], { atMost: 12 }),
    ],
    notes: ['The browser reports no task below 50 ms; it counts as 0.'],
  };
}

async function showReport(browser: Browser, { shop, startDate, endDate }: PeriodShop) {
  const record = await signInRecord(shop.origin, ADMIN);
  const { context, page } = await newVisitor(browser, shop.origin, record);
  await noteTimes(page, [DONE]);
  await page.goto(`/vendas?startDate=${startDate}&endDate=${endDate}`);
  await page.getByRole('button', { name: 'Gerar relatorio' }).click();
  await page.getByText('Buscando dados, aguarde...').waitFor();
  await page.reload();
  const seconds = (await momentOf(page, DONE, PATIENCE_MS)) / 1000;
  const longest = await longestTask(page);
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const memory = await rendererMegabytes(browser);
  await context.close();
  return { seconds, longest, heap: usedSize / 1e6, memory };
}

/** The largest renderer: beside the page's own there is a spare one that Chromium keeps ready. */
async function rendererMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(...(await Promise.all(renderers.map(({ id }) => megabytesOf(id)))));
}
