import type { Page } from '@playwright/test';
import { brl, CPF, SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { stopClock } from '../timing.ts';

/** Holds the counter's scripts back until they may go. */
async function holdScripts(page: Page) {
  const loading = Promise.withResolvers<void>();
  await page.route(/\/assets\/start-/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  return () => loading.resolve();
}

test('a code that is half typed keeps the page; what was typed is whole', async ({
  page,
  counter,
  seller,
}) => {
  await counter.prepareSale();
  await stopClock(page);
  await counter.finish.click();
  const message = page.getByText(SALE_MADE);
  await expect(message).toBeVisible();
  let reloads = 0;
  page.on('load', () => reloads++);
  await counter.code.click();
  await page.keyboard.type('10');
  await page.clock.runFor(20_000);
  await expect(message).toBeHidden();
  expect(reloads).toBe(0);
  await expect(counter.code).toHaveValue('10');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await counter.expectItems('Camiseta');
  await page.clock.runFor(20_000);
  expect(reloads).toBe(0);
  await expect(counter.code).toBeFocused();
  expect((await seller.call('listSales')).results).toHaveLength(1);
});

test('keys that come while the counter loads after a sale are typed into it', async ({
  page,
  counter,
}) => {
  await counter.prepareSale();
  await counter.finishSale();
  const release = await holdScripts(page);
  await page.waitForEvent('framenavigated');
  // The browser has the new page; now the page has its first script.
  await page.waitForFunction(() => 'takeEarlyKeys' in window);
  await page.keyboard.type(CPF, { delay: 60 });
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ana', { delay: 60 });
  await page.keyboard.press('Enter');
  release();
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.clientName).toHaveValue(/Ana/);
  await expect(counter.registration).toBeFocused();
});

test('a Tab alone, or keys before a click, are not typed into a counter that loads', async ({
  page,
  counter,
}) => {
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('52');
  await page.mouse.click(600, 300);
  await page.keyboard.type('98');
  release();
  await expect(counter.cpf).toBeFocused();
  await expect(counter.cpf).toHaveValue('');
});

test('keys that come while a sale is sent, and while its message locks the next payment, are typed afterwards', async ({
  page,
  counter,
  seller,
}) => {
  const { keyboard } = page;
  await counter.prepareSale();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/pdv/sales/', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await counter.finish.focus();
  await stopClock(page);
  await keyboard.press('Enter');
  await expect(counter.finish).toBeDisabled();
  // The second Enter of a quick finger begins nothing.
  await keyboard.press('Enter');
  await keyboard.type('111444777');
  answered.resolve();
  await expect(counter.cpf).toHaveValue('111.444.777');
  await keyboard.type('35');
  await keyboard.press('Tab');
  await keyboard.type('Pedro');
  await counter.code.focus();
  await keyboard.type('103');
  await keyboard.press('Enter');
  await counter.expectItems('Camiseta');
  await keyboard.press('F8');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await keyboard.type('d');
  await keyboard.press('Enter');
  await keyboard.type('5000');
  await page.clock.resume();
  await expect(counter.method(1)).toHaveValue('Dinheiro');
  await expect(counter.amount(1)).toHaveValue(brl('50,00'));
  await keyboard.press('F9');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect((await seller.call('listSales')).results).toMatchObject([
    { client_data: { cpf: '11144477735', name: 'Pedro' }, total_general: 42 },
    { client_data: { cpf: CPF } },
  ]);
});

test('keys that come at once after F9 are the next order’s', async ({ page, counter, shop }) => {
  await counter.prepareSale();
  await expect(counter.amount(1)).toBeFocused();
  // None of them waits for the page.
  await Promise.all(['F9', ...'529'].map((key) => page.keyboard.press(key)));
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await expect(counter.cpf).toHaveValue('529');
  expect(await salesIn(shop)).toBe(1);
});

test('keys that come before the methods of payment are there are typed afterwards', async ({
  page,
  counter,
}) => {
  const { keyboard } = page;
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/pdv/paymentMethods*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.reload();
  await counter.takeOrder();
  await keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  await keyboard.type('di');
  await keyboard.press('Enter');
  await keyboard.type('5000');
  answered.resolve();
  await expect(counter.method(1)).toHaveValue('Dinheiro');
  await expect(counter.amount(1)).toHaveValue(brl('50,00'));
});
