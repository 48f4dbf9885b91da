import { stockLargeShop } from '@balcao/server/src/testing/large-shop.ts';
import type { Browser, Page } from '@playwright/test';
import { measuredOf, ofLimit, type Section } from '../figures.ts';
import { ADMIN, openBenchShop, signInRecord } from '../shop.ts';
import { newVisitor, openChromium, SLOWED_TIMES, slowDown } from './chromium.ts';
import { beginOrder, LINES, measureWork, scanLines, type Work } from './counter-work.ts';
import { momentOf, noteTimes, SHORTEST_MS } from './page-clock.ts';

const ROUNDS = 5;
/** In kB of 1,000 bytes, as the budgets of e2e/page-weight.spec.ts. */
const MOST_SCRIPT = { '/login': 120, '/pdv': 200 };
const MOST_INTERACTION_MS = 100;

/** Papers are left out: opened by their address they are empty. */
const PAGES = [
  '/login',
  '/pdv',
  '/perfil',
  '/vendas',
  '/gerenciarFechamentos',
  '/produtos',
  '/usuarios',
  '/categorias',
  '/auditoria',
];

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
  const scripts = new Map<string, number>();
  for (const path of PAGES) {
    const visitor = path === '/login' ? undefined : record;
    const bytes = await inPage(browser, shop.origin, visitor, (page) => scriptBytes(page, path));
    scripts.set(path, bytes / 1000);
  }
  const started = Object.entries(START_NAMES).map(([key, name]) =>
    measuredOf(name, 'ms', starts, (start) => start[key as keyof Start]),
  );
  const worked = Object.entries(WORK_NAMES).map(([key, name]) =>
    measuredOf(name, 'ms', works, (work) => work[key as keyof Work]),
  );
  const script = (path: string) =>
    measuredOf(`JavaScript of ${path}`, 'kB', [scripts.get(path) ?? Number.NaN], Number);
  return {
    name: 'Browser',
    how: `Chromium ${browser.version()} with its processor slowed ${SLOWED_TIMES} times and 5,000 products, ${ROUNDS} rounds. Interactions are those of the Event Timing API, from a real key or click to the next paint; a round’s figure is their 95th percentile.`,
    measured: [...started, ...worked, ...PAGES.map(script)],
    ratios: [
      ...Object.entries(MOST_SCRIPT).map(([path, most]) => ofLimit(script(path), most)),
      ...worked.map((each) => ofLimit(each, MOST_INTERACTION_MS)),
    ],
    notes: [
      `JavaScript is everything that a first visit fetches, compressed (Brotli). The browser reports no interaction below ${SHORTEST_MS} ms; it counts as ${SHORTEST_MS}.`,
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

/** The JavaScript that a first visit of a page fetches, compressed. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  await page.goto(path);
  // On a slow machine the network is idle before the page has even begun.
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter((entry) => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );
}
