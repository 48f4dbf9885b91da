import type { Page } from '@playwright/test';
import { openCounter, SALE_MADE, salesIn } from '../counter-screen.ts';
import { endSessions, storedAccess, untilRefused } from '../faults.ts';
import { choose, expect, logIn, type Shop, test } from '../fixtures.ts';

/** Lets every access expire, and waits until the server refuses the page's. */
async function expireAccess(shop: Shop, page: Page): Promise<string> {
  const access = await storedAccess(page);
  await shop.sql(
    `UPDATE session_tokens SET expires_at = now() - interval '1 second' WHERE kind = 'access'`,
  );
  await untilRefused(shop, access);
  return access;
}

test('an expired access is renewed during a sale', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 401/);
  const { counter } = await openCounter(page, shop);
  await counter.prepareSale();
  const access = await expireAccess(shop, page);

  await counter.finish.click();
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  await expect(page).toHaveURL(/\/pdv$/);
  expect(await storedAccess(page)).not.toBe(access);
  expect(await salesIn(shop)).toBe(1);
});

test('after a session ends, the sale waits', async ({ page, shop, expectConsoleError }) => {
  expectConsoleError(/status of 401|Look-up failed|The sale was not made/);
  const { counter, seller } = await openCounter(page, shop);
  await counter.prepareSale();
  await endSessions(shop, page);
  await counter.finish.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Login')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  expect(await salesIn(shop)).toBe(0);

  await logIn(page, seller);
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(await shop.sql('SELECT client_name, total_general_cents FROM sales')).toEqual([
    { client_name: 'Maria Souza', total_general_cents: 1890 },
  ]);
});

// Specification: 2.1, 2.4, 4.1
test('Sair ends the session in the browser and on the server', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/);
  await openCounter(page, shop);
  const keys = ['data', 'print', 'receipt-blocked'];
  const papers = () =>
    page.evaluate((all) => all.filter((key) => sessionStorage.getItem(key) !== null), keys);
  await page.evaluate((all) => all.map((key) => sessionStorage.setItem(key, '1')), keys);
  // A renewal keeps the papers, a sign-out does not.
  const expired = await expireAccess(shop, page);
  await page.reload();
  await expect.poll(() => storedAccess(page)).not.toBe(expired);
  expect(await papers()).toEqual(keys);

  const access = await storedAccess(page);
  // A second tab is signed out too.
  const other = await page.context().newPage();
  await other.goto('/perfil');
  await expect(other).toHaveURL(/\/perfil$/);

  const loaded = page.waitForEvent('load');
  await choose(page, 'Sair');
  await loaded;
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await papers()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await untilRefused(shop, access);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});
