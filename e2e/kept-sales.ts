import type { BrowserContext, Page } from '@playwright/test';
import { type counterScreen, type Opened, SALE_MADE } from './counter-screen.ts';
import { test as base } from './faults.ts';
import { expect, type Shop } from './fixtures.ts';

export const SALE_KEPT = 'Venda guardada neste computador.';

/** Tests in a shop whose counters keep sales. Much of their time is that of messages, and of servers that start. */
export const test = base.extend<{ keeping: undefined } & Pick<Opened, 'counter'>>({
  counter: async ({ page, counter }, use) => {
    await readyToKeep(page);
    await use(counter);
  },
  keeping: [
    async ({ shop, expectConsoleError }, use, testInfo) => {
      testInfo.setTimeout(400_000);
      expectConsoleError(
        /Failed to load resource|The sale was not made|could not be loaded|Look-up/,
      );
      await keepSales(shop);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** What keeps sales has come to the counter: without it none is asked about. */
export const readyToKeep = (page: Page) =>
  expect(page.getByRole('status', { name: 'Servidor' })).toBeAttached();

/** Such tests on pages that came without TLS. */
export const plainTest = test.extend<{ plain: undefined }>({
  plain: [
    async ({ context }, use) => {
      await withoutTls(context);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** “Vender sem o servidor”, for sessions that begin after it. */
const keepSales = (shop: Pick<Shop, 'admin'>) =>
  shop.admin.call('editSettings', {
    body: {
      ...{
        cash_box: 'simple',
        count_every_method: false,
        withdrawal_limit: 0,
        difference_limit: 0,
      },
      ...{ require_second_factor: false, idle_lock_minutes: 0, keep_sales: true },
    },
  });

/** Takes away what a browser lacks on a page that came without TLS from another computer, and notes its papers. */
async function withoutTls(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['serviceWorker', 'locks', 'storage']) {
      Object.defineProperty(Navigator.prototype, name, { value: undefined, configurable: true });
    }
  });
  await notePapers(context);
}

/** Printing ends at once; the bar code of each paper of a kept sale is noted. */
export async function notePapers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.print = () => {
      const paper = document.querySelector('article');
      const isKept = paper?.textContent.includes('VENDA GUARDADA — número depois');
      const code = paper?.querySelector('figcaption')?.textContent;
      const printed = JSON.parse(sessionStorage.getItem('printed-codes') ?? '[]');
      sessionStorage.setItem('printed-codes', JSON.stringify([...printed, isKept && code]));
      window.dispatchEvent(new Event('afterprint'));
    };
  });
}

type Counter = ReturnType<typeof counterScreen>;

export const awayDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'O servidor não responde' });

export const keepButton = (page: Page) =>
  awayDialog(page).getByRole('button', { name: 'Guardar neste computador e seguir' });

/** '2 vendas guardadas', on the counter's bar. */
export const keptButton = (page: Page) =>
  page.getByRole('button', { name: /^\d+\svendas?\sguardadas?$/ });

/** Finishes the sale on the counter while no server answers: the message of the specification, and then the question. */
export async function keepFirst(page: Page, counter: Counter): Promise<void> {
  await counter.finish.click();
  await counter.dismissFailure();
  await keepButton(page).click();
  await expect(page.getByText(SALE_KEPT)).toBeVisible();
}

/** The same once the counter knows that the server is away. */
export async function keepNext(page: Page, counter: Counter): Promise<void> {
  await counter.finish.click();
  await keepButton(page).click();
  await expect(page.getByText(SALE_KEPT)).toBeVisible();
}

/** The bar codes of the papers that this tab has printed. */
export const printedCodes = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('printed-codes') ?? '[]') as string[]);

/** Waits until so many receipts were printed in the counter's own tab, and the counter is back and empty. */
export async function backAtCounter(page: Page, counter: Counter, papers = 1): Promise<void> {
  await expect.poll(() => printedCodes(page)).toHaveLength(papers);
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByText(SALE_KEPT)).toBeHidden();
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
}

/** A sale of R$ 18,90 in cash, kept while the network is cut. */
export async function keepOffline(page: Page, counter: Counter): Promise<void> {
  await readyToKeep(page);
  await counter.prepareSale('Dinheiro', '1890');
  await page.context().setOffline(true);
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
}

/** The network is back, and all that this computer keeps is sent. */
export async function sendOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(keptButton(page)).toBeHidden();
}

/** Every sale in the database, the oldest first. */
export const sums = (shop: Shop) =>
  shop.sql<{ key: string; total: number; change: number }>(
    `SELECT idempotency_key AS key, total_cents AS total, change_cents AS change FROM sales ORDER BY id`,
  );

type Kept = { key: string; madeAt: string; figures: { total_general: number } };

/** What the browser keeps, the oldest first. */
export const keptIn = (page: Page): Promise<Kept[]> => changeKept(page);

/** Writes into what the browser keeps, as anyone at that computer can. */
export const editKept = (page: Page, sale: Kept & Record<string, unknown>) =>
  changeKept(page, sale);

async function changeKept(page: Page, edited?: object): Promise<Kept[]> {
  const kept = await page.evaluate(
    (sale) =>
      new Promise<Kept[]>((resolve, reject) => {
        const opening = indexedDB.open('balcao');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('sales', 'readwrite');
          const sales = change.objectStore('sales');
          if (sale) sales.put(sale);
          const all = sales.getAll();
          change.oncomplete = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
    edited,
  );
  return kept.toSorted((a, b) => (a.madeAt < b.madeAt ? -1 : 1));
}

export const keptList = (page: Page) => page.getByRole('dialog', { name: 'Vendas guardadas' });

/** The keys of the kept sales that the tabs of a browser have sent, in their order. */
export function keptPosts(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    const isPost = request.method() === 'POST' && request.url().endsWith('/api/pdv/keptSales/');
    if (isPost) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}
