import { counterScreen } from '../counter-screen.ts';
import { expect, openedBy } from '../fixtures.ts';
import {
  keepButton,
  keepFirst,
  keepNext,
  keptButton,
  keptIn,
  keptList,
  readyToKeep,
  SALE_KEPT,
  sums,
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
  await readyToKeep(page);
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
  // The products and the methods are as the computer has read them last.
  await expect(page.getByText(/^Sem o servidor desde \d\d:\d\d$/)).toBeVisible();
  await counter.scan('101');
  await counter.expectItems('Lápis', 'Caderno');
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '2045');
  await (await openedBy(page, () => keepNext(page, counter))).close();
  await expect(page.getByText(SALE_KEPT)).toBeHidden();
  await expect(keptButton(page)).toHaveText('2 vendas guardadas');
  await keptButton(page).click();
  await expect(keptList(page)).not.toContainText('Deixe esta página aberta');
  await page.keyboard.press('Escape');

  const keys = (await keptIn(page)).map(({ key }) => key);
  const other = await context.newPage();
  await other.goto('/pdv');
  await expect(counterScreen(other).cpf).toBeVisible();
  await expect(keptButton(other)).toHaveText('2 vendas guardadas');
  await expect(keepButton(other)).toBeHidden();
  await outage.startServer();
  await expect(keptButton(page)).toBeHidden();
  await expect(keptButton(other)).toBeHidden();
  const recorded = await sums(shop);
  expect(recorded.map(({ key }) => key)).toEqual(keys);
  expect(recorded.map(({ total }) => total)).toEqual([1890, 2045]);
});
