import type { Browser } from '@playwright/test';
import { ratio, type Section } from '../figures.ts';
import type { PeriodShop } from '../lists/large-shops.ts';
import { byTurns, namingBoth, type PeriodShops } from '../lists/period-shops.ts';
import { newVisitor, openChromium, signedInRecord } from './chromium.ts';
import { longestTask, momentOf, noteTimes, proveLongTasksAreSeen } from './page-clock.ts';
import { rendererMegabytes } from './renderer-memory.ts';

const ROUNDS = 3;
const DONE = 'article[aria-busy="false"]';
const PATIENCE_MS = 180_000;

type Report = { seconds: number; longest: number; heap: number; memory: number };

/** The tab's half of the period report: from asking for it to its last row on the screen. */
export async function periodReportInTab(shops: PeriodShops): Promise<Section> {
  const { browser, close } = await openChromium();
  try {
    const reports = await byTurns(ROUNDS, shops, (shop) => show(browser, shop));
    const both = namingBoth(shops, reports);
    const times = both('report in the tab', 's', 'seconds');
    const tasks = both('longest task of the tab', 'ms', 'longest');
    const heaps = both('JavaScript’s memory', 'MB', 'heap');
    const memories = both('memory of the tab', 'MB', 'memory');
    return {
      name: 'Period report: the tab',
      how: `The page of the report, loaded anew, in Chromium ${browser.version()} at full speed: until all rows are there, ${ROUNDS} rounds of 5,000 and 50,000 sales in turn. Memory is the renderer’s own share (PSS) and JavaScript’s heap with its garbage taken out.`,
      measured: [...times, ...tasks, ...heaps, ...memories],
      ratios: [
        ratio('50,000 sales to 5,000, in time', times[1], times[0], { atMost: 15 }),
        ratio('50,000 sales to 5,000, in JavaScript’s memory', heaps[1], heaps[0], { atMost: 12 }),
      ],
      notes: [
        'Before each measurement a task of 120 ms is planted, and has to be seen. A task below 50 ms is none to the browser and counts as 0.',
      ],
    };
  } finally {
    await close();
  }
}

async function show(browser: Browser, { shop, startDate, endDate }: PeriodShop): Promise<Report> {
  const record = await signedInRecord(shop.origin);
  const { context, page } = await newVisitor(browser, shop.origin, record);
  try {
    await noteTimes(page, [DONE]);
    await page.goto(`/vendas?startDate=${startDate}&endDate=${endDate}`);
    await proveLongTasksAreSeen(page);
    await page.getByRole('button', { name: 'Gerar relatorio' }).click();
    await page.getByText('Buscando dados, aguarde...').waitFor();
    await page.reload();
    const seconds = (await momentOf(page, DONE, PATIENCE_MS)) / 1000;
    const longest = await longestTask(page);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const memory = await rendererMegabytes(browser);
    return { seconds, longest, heap: usedSize / 1e6, memory };
  } finally {
    await context.close();
  }
}
