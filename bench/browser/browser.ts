import { stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import type { Browser } from '@playwright/test';
import type { Measured, Ratio, Section } from '../figures.ts';
import { openBenchShop } from '../shop.ts';
import { newVisitor, openChromium, SLOWED_TIMES, signedInRecord, slowDown } from './chromium.ts';
import { beginOrder, LINES, measureWork, scanLines, type Work } from './counter-work.ts';
import { momentOf, noteTimes, SHORTEST_MS } from './page-clock.ts';
import { PAGES, scriptBytes } from './script-bytes.ts';

const ROUNDS = 5;
/** In kB of 1,000 bytes, as the budgets of e2e/page-weight.spec.ts. */
const MOST_SCRIPT = { login: 120, counter: 200 };
const MOST_INTERACTION_MS = 100;

const ENTER = 'button[type="submit"]';
const FIELD = '[role="combobox"]';
const OPTION = '[role="option"]';

const START_NAMES = {
  login: 'login, nothing in the cache: to its form',
  loginAgain: 'login again, with the cache',
  counter: 'counter, nothing in the cache: to its fields',
  counterAgain: 'counter again, with the cache',
  products: 'counter again: to the first of 5,000 products in its list',
};
const WORK_NAMES: Record<keyof Work, string> = {
  search: 'a key in the search by name, p95',
  searchCode: 'a key in the search by code, p95',
  line: `adding a line to ${LINES}, p95`,
  quantity: `a key in the quantity beside ${LINES} lines, p95`,
  step: `step change with ${LINES} lines, p95`,
};
type Start = Record<keyof typeof START_NAMES, number>;

/** What a person at the till waits for, in a Chromium whose processor is slowed down. */
export async function browserSection(): Promise<Section> {
  const shop = await openBenchShop();
  const { browser, close } = await openChromium();
  try {
    await stockLargeShop(shop.owner.db);
    const record = await signedInRecord(shop.origin);
    const starts: Start[] = [];
    const works: Work[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      starts.push({
        ...(await visitLogin(browser, shop.origin)),
        ...(await visitCounter(browser, shop.origin, record)),
      });
      works.push(await workAtCounter(browser, shop.origin, record));
    }
    const scripts: Measured[] = [];
    for (const path of Object.values(PAGES)) {
      const visitor = path === PAGES.login ? undefined : record;
      const bytes = await scriptBytes(browser, shop.origin, path, visitor);
      scripts.push({ name: scriptName(path), unit: 'kB', rounds: [bytes / 1000] });
    }
    const worked = measuredOf(WORK_NAMES, works);
    return {
      name: 'Browser',
      how: `Chromium ${browser.version()} with its processor slowed ${SLOWED_TIMES} times and 5,000 products, ${ROUNDS} rounds. Interactions are those of the Event Timing API, from a real key or click to the next paint; a round’s figure is their 95th percentile.`,
      measured: [...measuredOf(START_NAMES, starts), ...worked, ...scripts],
      ratios: [
        ...(['login', 'counter'] as const).map((page) =>
          toLimit(scripts, scriptName(PAGES[page]), MOST_SCRIPT[page], 'kB'),
        ),
        ...worked.map(({ name }) => toLimit(worked, name, MOST_INTERACTION_MS, 'ms')),
      ],
      notes: [
        `JavaScript is all that a first visit fetches, as it is sent (Brotli). What is shorter than ${SHORTEST_MS} ms is not told of and counts as ${SHORTEST_MS}.`,
      ],
    };
  } finally {
    await close();
    await shop.stop();
  }
}

const scriptName = (path: string) => `JavaScript of ${path}`;

function measuredOf<Name extends string>(
  names: Record<Name, string>,
  rounds: Record<Name, number>[],
): Measured[] {
  return (Object.keys(names) as Name[]).map((name) => ({
    name: names[name],
    unit: 'ms',
    rounds: rounds.map((round) => round[name]),
  }));
}

function toLimit(measured: Measured[], name: string, limit: number, unit: string): Ratio {
  const rounds = measured.find((each) => each.name === name)?.rounds ?? [];
  return {
    name: `${name}, to ${limit} ${unit}`,
    rounds: rounds.map((value) => value / limit),
    reach: { atMost: 1 },
  };
}

async function visitLogin(browser: Browser, origin: string) {
  const { context, page } = await newVisitor(browser, origin);
  await noteTimes(page, [ENTER]);
  await slowDown(page);
  await page.goto('/login');
  const login = await momentOf(page, ENTER);
  await page.reload();
  const loginAgain = await momentOf(page, ENTER);
  await context.close();
  return { login, loginAgain };
}

async function visitCounter(browser: Browser, origin: string, record: string) {
  const { context, page } = await newVisitor(browser, origin, record);
  await noteTimes(page, [FIELD, OPTION]);
  await slowDown(page);
  await page.goto('/pdv');
  const counter = await momentOf(page, FIELD);
  await page.reload();
  const counterAgain = await momentOf(page, FIELD);
  await page.getByRole('combobox', { name: 'Produto', exact: true }).click();
  const products = await momentOf(page, OPTION);
  await context.close();
  return { counter, counterAgain, products };
}

async function workAtCounter(browser: Browser, origin: string, record: string): Promise<Work> {
  const { context, page } = await newVisitor(browser, origin, record);
  await noteTimes(page);
  await page.goto('/pdv');
  await beginOrder(page);
  await scanLines(page);
  // With the whole processor up to here: only what follows counts.
  await slowDown(page);
  const work = await measureWork(page);
  await context.close();
  return work;
}
