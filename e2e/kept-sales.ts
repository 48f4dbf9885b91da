import type { BrowserContext, Page } from '@playwright/test';
import { type counterScreen, SALE_MADE } from './counter-screen.ts';
import { test as base } from './faults.ts';
import { expect, type Shop } from './fixtures.ts';

export const SALE_KEPT = 'Venda guardada neste computador.';

/** Tests in a shop whose counters keep sales. */
export const test = base.extend<{ keeping: undefined }>({
  keeping: [
    async ({ shop }, use) => {
      await keepSales(shop);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** “Vender sem o servidor”, for sessions that begin after it. */
export const keepSales = (shop: Pick<Shop, 'admin'>) =>
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

/** What a browser lacks on a page that came without TLS from another computer. Printing ends at once. */
export async function withoutTls(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['serviceWorker', 'locks', 'storage']) {
      Object.defineProperty(Navigator.prototype, name, { value: undefined, configurable: true });
    }
    window.print = () => void window.dispatchEvent(new Event('afterprint'));
  });
}

type Counter = ReturnType<typeof counterScreen>;

export const awayDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'O servidor não responde' });

export const keepButton = (page: Page) =>
  awayDialog(page).getByRole('button', { name: 'Guardar neste computador e seguir' });

/** '2 vendas guardadas', on the counter's bar. */
export const keptButton = (page: Page) =>
  page.getByRole('button', { name: /^\d+ vendas? guardadas?$/ });

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

/** Waits until the receipt was printed in the counter's own tab, and the counter is back and empty. */
export async function backAtCounter(page: Page, counter: Counter): Promise<void> {
  await expect(page).toHaveURL(/\/pdf$/);
  await expect(page).toHaveURL(/\/pdv$/);
  await expect(page.getByText(SALE_KEPT)).toBeHidden();
  await expect(page.getByText(SALE_MADE)).toBeHidden();
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
}

/** Every sale in the database, the oldest first. */
export const sums = (shop: Shop) =>
  shop.sql<{ key: string; total: number; change: number }>(
    `SELECT idempotency_key AS key, total_cents AS total, change_cents AS change FROM sales ORDER BY id`,
  );

/** What the browser keeps. */
export const keptIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ key: string }[]>((resolve, reject) => {
        const opening = indexedDB.open('balcao');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const all = database.transaction('sales').objectStore('sales').getAll();
          all.onsuccess = () => {
            database.close();
            resolve(all.result);
          };
        };
      }),
  );
