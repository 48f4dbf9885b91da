import { counterScreen } from '../counter-screen.ts';
import { expectFull, fillCounter, test, UNREACHABLE } from '../faults.ts';
import { expect } from '../fixtures.ts';

// Ends its server, and its workers are those of an address of its own.
test.use({ serverEnv: {} });

test('with the setting on the pages open without their server, and with it off no longer', async ({
  page,
  shop,
  counter,
  seller,
  outage,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|could not be loaded|Look-up failed/);
  await expect(counter.cpf).toBeFocused();
  const settings = await shop.admin.call('readSettings');
  const keep = (keep_sales: boolean) =>
    shop.admin.call('editSettings', { body: { ...settings, keep_sales } });
  const state = () =>
    page.evaluate(async () => ({
      controlled: navigator.serviceWorker.controller !== null,
      caches: (await caches.keys()).length,
    }));
  expect(await state()).toEqual({ controlled: false, caches: 0 });

  await keep(true);
  await shop.signIn(page, seller);
  // The files of the pages, and what a counter sells with.
  await expect.poll(state).toEqual({ controlled: true, caches: 2 });
  // Nothing of the shop's data is among the files.
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each !== 'counter') ?? '';
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/');
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  await fillCounter(counter);

  await outage.killServer();
  await page.reload();
  await expectFull(counter);
  const styles = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(styles).toContain('Inter');
  const another = await page.context().newPage();
  await another.goto(`${shop.origin}/pdv`);
  await expect(counterScreen(another).cpf).toBeVisible();
  await expect(another.getByRole('status').filter({ hasText: UNREACHABLE })).toBeVisible();
  await another.close();

  await outage.startServer();
  await expect(page.getByRole('status').filter({ hasText: UNREACHABLE })).toBeHidden();
  await page.reload();
  await expectFull(counter);
  await keep(false);
  await shop.signIn(page, seller);
  await expect.poll(state).toMatchObject({ caches: 0 });
  await page.reload();
  expect(await state()).toEqual({ controlled: false, caches: 0 });
});
