import { counterScreen, salesIn } from '../counter-screen.ts';
import { expect, openedBy } from '../fixtures.ts';
import {
  keepButton,
  keepFirst,
  keptButton,
  keptIn,
  keptList,
  SALE_KEPT,
  test,
} from '../kept-sales.ts';

// Each ends its server.
test.use({ serverEnv: {} });

// Browsers take an address of this computer for one with TLS.
test('with a service worker the receipt has its own tab, and a reload and a new tab open without the server', async ({
  page,
  context,
  shop,
  counter,
  outage,
}) => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await counter.prepareSale('Dinheiro', '2000');
  await outage.killServer();
  const receipt = await openedBy(page, () => keepFirst(page, counter));
  await expect(receipt.getByRole('article')).toContainText('VENDA GUARDADA — número depois');
  await expect(receipt.getByRole('img', { name: /^Código de barras 0\d{39}$/ })).toBeVisible();
  await receipt.close();
  expect(await keptIn(page)).toHaveLength(1);

  await expect(page.getByText(SALE_KEPT)).toBeHidden();
  await counter.takeOrder({ codes: ['102'] });
  await page.reload();
  await counter.expectItems('Lápis');
  await expect(keptButton(page)).toHaveText('1 venda guardada');
  await keptButton(page).click();
  await expect(keptList(page)).not.toContainText('Deixe esta página aberta');
  await page.keyboard.press('Escape');

  const other = await context.newPage();
  await other.goto('/pdv');
  await expect(counterScreen(other).cpf).toBeVisible();
  await expect(keptButton(other)).toHaveText('1 venda guardada');
  await expect(keepButton(other)).toBeHidden();
  await outage.startServer();
  await expect(keptButton(page)).toBeHidden();
  await expect(keptButton(other)).toBeHidden();
  expect(await salesIn(shop)).toBe(1);
});
