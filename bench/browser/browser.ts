import { stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import type { Browser, Page } from '@playwright/test';
import { measuredOf, ofLimit, type Section } from '../figures.ts';
import { ADMIN, openBenchShop, signInRecord } from '../shop.ts';
import { newVisitor, openChromium, SLOWED_TIMES, slowDown } from './chromium.ts';
import { beginOrder, LINES, measureWork, scanLines, type Work } from './counter-work.ts';
import { momentOf, noteTimes, SHORTEST_MS } from './page-clock.ts';

const ROUNDS = 5;
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

/** The waits of a seller at the till, in a Chromium whose processor is slowed down. */
export async function browserSection(): Promise<Section> {
  await using shop = await openBenchShop();
  await using chromium = await openChromium();
  const { browser } = chromium;
  await stockLargeShop(shop.owner.db);
  const record = await signInRecord(shop.origin, ADMIN);
  const starts: Start[] = [];
  const works: Work[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const login = await inPage(browser, shop.origin, undefined, visitLogin);
    const counter = await inPage(browser, shop.origin, record, visitCounter);
    starts.push({ ...login, ...counter });
    works.push(await inPage(browser, shop.origin, record, workAtCounter));
  }
  const started = Object.entries(START_NAMES).map(([key, name]) =>
    measuredOf(name, 'ms', starts, (start) => start[key as keyof Start]),
  );
  const worked = Object.entries(WORK_NAMES).map(([key, name]) =>
    measuredOf(name, 'ms', works, (work) => work[key as keyof Work]),
  );
  return {
    name: 'Browser',
    how: `Chromium ${browser.version()} with its processor slowed ${SLOWED_TIMES} times and 5,000 products, ${ROUNDS} rounds. Interactions are those of the Event Timing API, from a real key or click to the next paint; a round’s figure is their 95th percentile.`,
    measured: [...started, ...worked],
    ratios: worked.map((each) => ofLimit(each, MOST_INTERACTION_MS)),
    notes: [
      `The browser reports no interaction below ${SHORTEST_MS} ms; it counts as ${SHORTEST_MS}.`,
    ],
  };
}

async function inPage<Result>(
  browser: Browser,
  origin: string,
  record: string | undefined,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const { context, page } = await newVisitor(browser, origin, record);
  const result = await work(page);
  await context.close();
  return result;
}

async function visitLogin(page: Page) {
  await noteTimes(page, [ENTER]);
  await slowDown(page);
  await page.goto('/login');
  const login = await momentOf(page, ENTER);
  await page.reload();
  return { login, loginAgain: await momentOf(page, ENTER) };
}

async function visitCounter(page: Page) {
  await noteTimes(page, [FIELD, OPTION]);
  await slowDown(page);
  await page.goto('/pdv');
  const counter = await momentOf(page, FIELD);
  await page.reload();
  const counterAgain = await momentOf(page, FIELD);
  await page.getByRole('combobox', { name: 'Produto', exact: true }).click();
  return { counter, counterAgain, products: await momentOf(page, OPTION) };
}

async function workAtCounter(page: Page): Promise<Work> {
  await noteTimes(page);
  await page.goto('/pdv');
  await beginOrder(page);
  await scanLines(page);
  // Slowed down only for the work that counts.
  await slowDown(page);
  return measureWork(page);
}
