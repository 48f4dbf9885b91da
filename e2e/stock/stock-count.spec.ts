import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { row } from '../back-office.ts';
import { boxScreen, countBoxes } from '../cash-box.ts';
import { choose, expect, expectAccessible, test } from '../fixtures.ts';
import { goTo } from '../go-to.ts';
import { keysOf } from '../scanner.ts';
import { beginCount, deliver, goods, onHand, type } from '../stock-goods.ts';
import { sell } from '../till.ts';

test('two people count, blind and over a bad network, while somebody sells; then it is applied', async ({
  page,
  context,
  browser,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/);
  const { shirt, notebook } = await goods(shop);
  await deliver(shop, [
    [shirt('M'), 10],
    [shirt('P'), 4],
    [notebook, 5],
  ]);
  await shop.signIn(page, shop.admin, { at: '/estoque/contagem' });
  await page.getByRole('button', { name: 'Começar contagem' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome da contagem').pressSequentially('Estante 2');
  await dialog.getByLabel('Só os produtos com').pressSequentially('camiseta');
  await expect(dialog.getByRole('status')).toHaveText('5 produtos');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Estante 2' })).toBeVisible();

  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await shop.signIn(other, vera, { at: new URL(page.url()).pathname });
  const code = (of: Page) => of.getByRole('combobox', { name: 'Código ou nome' });
  await expect(code(page)).toBeFocused();
  const scan = await keysOf(page);
  for (let piece = 0; piece < 4; piece++) await scan([...shirt('M').code, 'Enter'], 10);
  await expect(page.getByRole('region', { name: 'Contar' })).toContainText('4 contadas');
  await expect(page.getByText('contadas de')).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer a última' }).click();
  await type(page, notebook.code);
  await expect(page.getByRole('alert')).toContainText('Nenhum produto desta contagem');
  await expect(page.getByLabel('Contadas até agora')).toContainText('1 produto, 3 peças');
  // With the quantity asked for, a code that is read into its field is none.
  const asks = page.getByLabel('Digitar a quantidade');
  await asks.check();
  const quantity = page.getByLabel('Quantidade', { exact: true });
  for (const size of ['GG', 'P'] as const) await scan([...shirt(size).code, 'Enter'], 10);
  await expect(page.getByRole('alert')).toContainText('Digite primeiro quantas há de Camiseta');
  await expect(quantity).toHaveValue('');
  await quantity.pressSequentially('2');
  await scan([...shirt('P').code, 'Enter'], 10);
  await expect(row(page, 'Colégio GG')).toContainText('2');
  await quantity.pressSequentially('1');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Contadas até agora')).toContainText('3 produtos, 6 peças');
  for (let read = 0; read < 2; read++) {
    await page.getByRole('button', { name: 'Desfazer a última' }).click();
  }
  await asks.uncheck();
  await expect(page.getByLabel('Contadas até agora')).toContainText('1 produto, 3 peças');

  // Vera's phone has no network: her reads wait over a reload.
  const calls = '**/api/stock/counts/*/lines/';
  await other.route(calls, (route) => route.abort());
  await other.getByLabel('Digitar a quantidade').check();
  await type(other, shirt('M').code);
  await type(other, '5');
  await expect(other.getByText('1 leitura guardada')).toBeVisible();
  await other.reload();
  await expect(other.getByText('1 leitura guardada')).toBeVisible();
  await other.unroute(calls);
  await expect(other.getByLabel('Contadas até agora')).toContainText('1 produto, 8 peças');
  await expect(other.getByRole('button', { name: 'Ver diferenças' })).toHaveCount(0);
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(other);
  await phone.close();

  await sell(shop, vera, { product: shirt('M'), quantity: 2 });
  await page.reload();
  await page.getByRole('button', { name: 'Ver diferenças' }).click();
  await expect(row(page, 'Colégio M')).toContainText('-2');
  await expect(row(page, 'Colégio P')).toContainText('não contado');
  await expect(page.getByText('Diferença a preço de venda')).toContainText('84,00');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Aplicada, às cegas')).toBeVisible();
  // Eight on the shelf, two of them sold since.
  expect(await onHand(shop, shirt('M'))).toBe(6);
  expect(await onHand(shop, shirt('P'))).toBe(4);
  expect(await context.pages()).toHaveLength(1);
});

test('a count takes what is read before the products have come, the numbers that a hand types, what others undo, and says why its reads are not taken', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/);
  const { shirt, notebook, pencil } = await goods(shop);
  const byHand = async (text: string) => {
    await page.keyboard.type(text, { delay: 120 });
    await page.keyboard.press('Enter');
  };
  const { id } = await beginCount(shop);
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/stock\/(\?.*)?$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await shop.signIn(page, shop.admin, { at: `/estoque/contagem/${id}` });
  const region = page.getByRole('region', { name: 'Contar' });
  const code = page.getByRole('combobox', { name: 'Código ou nome' });
  await expect(code).toBeFocused();
  const scan = await keysOf(page);
  for (const size of ['M', 'P', 'M'] as const) await scan([...shirt(size).code, 'Enter'], 10);
  await byHand('15');
  await expect(code).toHaveValue('');
  held.resolve();
  await expect(page.getByLabel('Contadas até agora')).toContainText('2 produtos, 17 peças');
  await expect(region).toContainText('16 contadas');

  // A number that a hand types after a code is its quantity, as in a delivery.
  const typed = await beginCount(shop);
  await goTo(page, `/estoque/contagem/${typed.id}`);
  await expect(page.getByLabel('Contadas até agora')).toContainText('0 produtos');
  await expect(code).toBeFocused();
  await scan([...shirt('P').code, 'Enter'], 10);
  await scan([...shirt('P').code, 'Enter'], 10);
  await expect(region).toContainText('2 contadas');
  await byHand('15');
  await expect(region).toContainText('+15');
  await expect(region).toContainText('16 contadas');
  // 102 is the code of the pencil.
  await byHand(notebook.code);
  await expect(region).toContainText('1 contada');
  await byHand(pencil.code);
  await expect(region).toContainText('102 contadas');
  await expect(row(page, 'Caderno')).toContainText('102');
  await expect(page.getByLabel('Contadas até agora')).toContainText('2 produtos, 118 peças');
  await page.getByRole('button', { name: 'Desfazer a última' }).click();
  await expect(page.getByLabel('Contadas até agora')).toContainText('1 produto, 16 peças');
  // After an undo there is no code that a number could be of.
  await byHand(pencil.code);
  await expect(row(page, 'Lápis HB')).toContainText('1');
  await byHand('0');
  await expect(row(page, 'Lápis HB')).toContainText('0');
  // A scanner's read of a short code is a code.
  await scan([...pencil.code, 'Enter'], 10);
  await scan([...notebook.code, 'Enter'], 10);
  await expect(region).toContainText('1 contada');
  await expect(row(page, 'Caderno')).toContainText('1');

  const shared = await beginCount(shop);
  await page.clock.install();
  await goTo(page, `/estoque/contagem/${shared.id}`);
  await expect(page.getByLabel('Contadas até agora')).toContainText('0 produtos');
  await expect(code).toBeFocused();
  for (let read = 0; read < 3; read++) await scan([...shirt('M').code, 'Enter'], 10);
  await expect(region).toContainText('3 contadas');
  await expect(page.getByLabel('Contadas até agora')).toContainText('1 produto, 3 peças');
  const lines = [{ key: randomUUID(), product: shirt('M').id, quantity: -2 }];
  await shop.admin.call('addCountLines', { params: { id: `${shared.id}` }, body: { lines } });
  await page.clock.runFor(16_000);
  await expect(page.getByLabel('Contadas até agora')).toContainText('1 produto, 1 peça');
  await expect(region).toContainText('1 contada');

  const calls = '**/api/stock/counts/*/lines/';
  let sent = 0;
  await page.route(calls, (route) => {
    sent++;
    const detail = 'Escolha uma senha nova antes de continuar.';
    const json = { type: 'about:blank', title: 'Forbidden', status: 403, detail };
    return route.fulfill({
      ...{ status: 403, contentType: 'application/problem+json' },
      json: { ...json, code: 'not_allowed' },
    });
  });
  await scan([...shirt('M').code, 'Enter'], 10);
  const refused = page.getByRole('alert').filter({ hasText: 'Escolha uma senha nova' });
  await expect(refused).toContainText('1 leitura guardada');
  await page.clock.runFor(30_000);
  expect(sent).toBe(1);
  await page.unroute(calls);
  await refused.getByRole('button', { name: 'Mandar de novo' }).click();
  await expect(refused).toHaveCount(0);
  await expect(page.getByLabel('Contadas até agora')).toContainText('1 produto, 2 peças');
});

test('reads of a count that wait stay when a cash box of its number is counted', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/);
  const { pencil } = await goods(shop);
  await countBoxes(shop);
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const box = await vera.call('openBox', { body: { float: 100 } });
  const { id } = await beginCount(shop);
  const own = await vera.call('readOwnBox', {});
  await page.route('**/api/pdv/box/', (route) =>
    route.fulfill({
      headers: { 'x-served-by': 'balcao' },
      json: { ...own, box: { ...box, id } },
    }),
  );
  await page.route('**/api/stock/counts/*/lines/', (route) => route.abort());
  await shop.signIn(page, vera, { at: `/estoque/contagem/${id}` });
  await expect(page.getByRole('combobox', { name: 'Código ou nome' })).toBeFocused();
  await page.keyboard.type(pencil.code);
  // Before the products are there, Enter keeps what is typed.
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 leitura guardada')).toBeVisible();
  await choose(page, 'FECHAR CAIXA');
  await boxScreen(page).pieces('Notas de R$ 200,00').pressSequentially('2');
  await page.reload();
  await expect(page.getByText('1 leitura guardada')).toBeVisible();
});
