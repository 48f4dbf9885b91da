import type { Page } from '@playwright/test';
import type { ApiUser } from '../api.ts';
import { test } from '../computer.ts';
import { counterScreen, stock } from '../counter-screen.ts';
import { expect, logIn, type Shop } from '../fixtures.ts';
import {
  backAtCounter,
  keepFirst,
  keptButton,
  keptIn,
  keptPosts,
  printedCodes,
  readyToKeep,
  sums,
} from '../kept-sales.ts';

// Each ends its server.
test.use({ serverEnv: {} });

const openShop = async (shop: Shop) => {
  await stock(shop);
  return shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
};

/** The seller signs in, and has something to sell before her. */
async function openOrder(page: Page, seller: ApiUser) {
  await page.goto('/login');
  await logIn(page, seller);
  const counter = counterScreen(page);
  await readyToKeep(page);
  await counter.prepareSale('Dinheiro', '2000');
  return counter;
}

/** What is kept on the computer is this one sale, which is sent once by `open`. */
async function expectSent(page: Page, shop: Shop, key: string, open: () => Promise<unknown>) {
  expect((await keptIn(page)).map((kept) => kept.key)).toEqual([key]);
  expect(await sums(shop)).toEqual([]);
  const posts = keptPosts(page.context());
  await open();
  await expect(page.getByText(/^Venda guardada agora é a nº \d+/)).toBeVisible();
  await expect(keptButton(page)).toBeHidden();
  expect(await keptIn(page)).toEqual([]);
  expect(posts).toEqual([key]);
  expect((await sums(shop)).map((sale) => sale.key)).toEqual([key]);
}

for (const [how, end] of [
  ['whose browser was closed', 'close'],
  ['that was switched off', 'switchOff'],
] as const) {
  test(`a computer ${how} right after the paper sends what it kept when it is on again`, async ({
    computer,
    shop,
    outage,
  }) => {
    const seller = await openShop(shop);
    const before = await computer.start();
    const counter = await openOrder(before, seller);
    await outage.killServer();
    await keepFirst(before, counter);
    await expect.poll(() => printedCodes(before)).toHaveLength(1);
    const [kept] = await keptIn(before);
    await computer[end]();

    await outage.startServer();
    const after = await computer.start();
    // The rest of a browser's storage is written later: it may have died with the session in it.
    await after.evaluate(() => localStorage.clear());
    await expectSent(after, shop, kept?.key ?? '', async () => {
      await after.goto('/login');
      await logIn(after, seller);
    });
  });
}

test('a page without TLS is gone with a reload, and what it kept is there when it opens again', async ({
  computer,
  shop,
  outage,
}) => {
  const seller = await openShop(shop);
  const page = await computer.start();
  const counter = await openOrder(page, seller);
  const has = await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator]);
  expect(has).toEqual([false, false]);
  await outage.killServer();
  await keepFirst(page, counter);
  await backAtCounter(page, counter);
  const [kept] = await keptIn(page);

  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload().catch(String);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  expect(await reloaded).toContain('ERR_CONNECTION_REFUSED');
  // The browser's own page stands there.
  await expect(page.getByText('ERR_CONNECTION_REFUSED')).toBeVisible();

  await outage.startServer();
  await page.goto('/favicon.svg');
  await expectSent(page, shop, kept?.key ?? '', () => page.goto('/pdv'));
});
