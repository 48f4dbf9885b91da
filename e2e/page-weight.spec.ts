import { expect, test } from './fixtures.ts';

/** All the JavaScript that a first visit fetches, compressed as it is sent. In bytes. */
const BUDGETS = { login: 120_000, counter: 200_000 };

test('a first visit to the login and to the counter stays within its weight', async ({
  page,
  shop,
  signIn,
}) => {
  const weight = () =>
    page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = loaded.filter((entry) => entry.name.endsWith('.js'));
      return scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
    });

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const login = await weight();
  expect(login).toBeGreaterThan(20_000);
  expect(login).toBeLessThan(BUDGETS.login);

  await signIn(await shop.newUser({ name: 'Vera', login: 'vera' }));
  await page.goto('/pdv');
  await expect(page.getByRole('button', { name: 'FECHAR PEDIDO' })).toBeVisible();
  const counter = await weight();
  expect(counter).toBeGreaterThan(login);
  expect(counter).toBeLessThan(BUDGETS.counter);
});
