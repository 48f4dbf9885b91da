import type { Page } from '@playwright/test';
import { storedAccess, untilRefused } from '../faults.ts';
import { choose, expect, logIn, test } from '../fixtures.ts';
import { ADMIN, makeDataDir, removeDataDir, startServer } from '../shop-server.ts';
import { openTlsProxy } from '../tls-proxy.ts';

/** Who has signed in in this browser stays known to the shop. */
const BROWSER = 'balcao_browser_';

async function enter(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await logIn(page, ADMIN);
  await expect(page).toHaveURL(`${origin}/vendas`);
}

test('two shops on one host share no session', async ({ page, shop, expectConsoleError }) => {
  // A first start of its own: a copy of the prepared shop would have the same id.
  test.slow();
  expectConsoleError(/status of 401/);
  const dataDir = await makeDataDir();
  const neighbour = await startServer(dataDir);
  try {
    const other = await page.context().newPage();
    await enter(page, shop.origin);
    await enter(other, neighbour.origin);
    // Only the cookie can renew an expired access.
    await shop.sql("UPDATE session_tokens SET expires_at = now() WHERE kind = 'access'");
    await untilRefused(shop, await storedAccess(page));
    const renewed = page.waitForResponse(`${shop.origin}/api/auth/refresh/`);
    await page.reload();
    expect((await renewed).status()).toBe(200);
    await expect(page).toHaveURL(`${shop.origin}/vendas`);

    await choose(page, 'Sair');
    await expect(page).toHaveURL(`${shop.origin}/login`);
    const cookies = await page.context().cookies(neighbour.origin);
    const sessions = cookies.map(({ name }) => name).filter((name) => !name.includes(BROWSER));
    expect(sessions).toEqual([expect.stringMatching(/^balcao_refresh_[0-9a-f]{8}$/)]);
    await other.close();
  } finally {
    await neighbour.stop();
    await removeDataDir(dataDir);
  }
});

test.describe('over HTTPS', () => {
  test.use({ ignoreHTTPSErrors: true });

  test('Sair takes the __Host- cookie away', async ({ page, shop }) => {
    const proxy = await openTlsProxy(shop.origin);
    try {
      await enter(page, proxy.origin);
      const cookies = async () =>
        (await page.context().cookies(proxy.origin)).map(({ name, secure }) => ({ name, secure }));
      const browser = { name: expect.stringMatching(/^__Host-balcao_browser_/), secure: true };
      expect(await cookies()).toEqual([
        { name: expect.stringMatching(/^__Host-balcao_refresh_[0-9a-f]{8}$/), secure: true },
        browser,
      ]);
      await choose(page, 'Sair');
      await expect(page).toHaveURL(`${proxy.origin}/login`);
      await expect.poll(cookies).toEqual([browser]);
    } finally {
      // The page still sends requests; without the proxy each would log an error.
      await page.close();
      await proxy.close();
    }
  });
});
