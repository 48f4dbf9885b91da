import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import type { Page } from '@playwright/test';
import { confirmation, row, rows } from './back-office.ts';
import { boxScreen, countBoxes } from './cash-box.ts';
import { correctionScreen } from './correction-screen.ts';
import { choose, expect, expectAccessible, type Shop, test } from './fixtures.ts';
import { goTo } from './go-to.ts';
import { keysOf } from './scanner.ts';
import { sell } from './till.ts';

const SIZES = ['4', '14', 'P', 'M', 'GG'] as const;

/** A shirt in five sizes, a notebook and a pencil. */
async function goods(shop: Shop) {
  const make = (code: string, name: string, price: number) =>
    shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  const shirts = new Map<string, Awaited<ReturnType<typeof make>>>();
  for (const size of SIZES)
    shirts.set(size, await make(`7891000${size}`, `Camiseta Colégio ${size}`, 42));
  return {
    shirt: (size: (typeof SIZES)[number]) => shirts.get(size) as Awaited<ReturnType<typeof make>>,
    notebook: await make('101', 'Caderno universitário', 18.9),
    pencil: await make('102', 'Lápis HB', 1.55),
  };
}

const deliver = (shop: Shop, lines: readonly (readonly [{ id: number }, number])[]) =>
  shop.admin.call('createDelivery', {
    headers: { 'idempotency-key': randomUUID() },
    body: { lines: lines.map(([{ id }, quantity]) => ({ product: id, quantity })) },
  });

const beginCount = (shop: Shop) =>
  shop.admin.call('beginCount', {
    headers: { 'idempotency-key': randomUUID() },
    body: { name: 'Estante 2', blind: true, products: null },
  });

const onHand = async (shop: Shop, { id }: { id: number }) => {
  const { products } = await shop.admin.call('readOnHand');
  return products.find(({ product }) => product === id)?.on_hand;
};

/** Types key by key, as a person does. */
const type = async (page: Page, text: string) => {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

test('a delivery is typed and scanned by the keys alone, survives a reload, and is recorded once', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|The delivery was not recorded/);
  const { shirt, notebook, pencil } = await goods(shop);
  await shop.signIn(page, shop.admin, { at: '/estoque' });
  await expect(page.getByText('Nenhum produto com estoque ainda')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Registrar uma entrada' }).click();
  const code = page.getByRole('combobox', { name: 'Código ou nome' });
  const quantity = page.getByLabel('Qtd.');
  await expect(code).toBeFocused();
  await page.getByLabel('Fornecedor').pressSequentially('Malharia Sul');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Documento')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();

  const lines = [
    [notebook.code, '24'],
    [shirt('M').code, '10'],
    [notebook.code, '6'],
  ] as const;
  for (const [product, pieces] of lines) {
    await type(page, product);
    await expect(quantity).toBeFocused();
    await type(page, pieces);
    await expect(code).toBeFocused();
  }
  // By name; and a code that nobody has chooses nothing.
  await type(page, 'lapis');
  await type(page, '3');
  await type(page, '999');
  await expect(page.getByRole('alert').filter({ hasText: '999' })).toBeVisible();
  await code.fill('');
  await expect(rows(page)).toContainText(['Lápis HB', 'Caderno', 'Colégio M']);
  await expect(row(page, 'Caderno')).toContainText('30');

  // A scanner goes on in the field of the quantity: one piece each.
  const scan = await keysOf(page);
  for (const size of ['P', 'P', 'GG'] as const) await scan([...shirt(size).code, 'Enter'], 10);
  await expect(row(page, 'Colégio P')).toContainText('2');
  // A short code that nobody has is no quantity of the piece before.
  await scan([...'777', 'Enter'], 10);
  await expect(page.getByRole('alert').filter({ hasText: 'código 777' })).toBeVisible();
  await expect(quantity).toHaveValue('1');
  // Who typed how many and reads on without Enter means them.
  await quantity.pressSequentially('4');
  await scan([...'777', 'Enter'], 10);
  await expect(quantity).toHaveValue('4');
  await scan([...pencil.code, 'Enter'], 10);
  await expect(row(page, 'Colégio GG')).toContainText('4');
  await page.getByRole('button', { name: 'Tirar Camiseta Colégio GG' }).click();
  await scan([...shirt('GG').code, 'Enter'], 10);
  await expect(row(page, 'Lápis HB')).toContainText('4');
  await page.getByRole('button', { name: 'Tirar Lápis HB' }).click();
  await page.keyboard.press('Enter');
  await type(page, pencil.code);
  await type(page, '3');
  await expect(page.getByRole('status')).toContainText('5 produtos, 46 peças');
  await page.reload();
  await expect(page.getByRole('status')).toContainText('5 produtos, 46 peças');
  await expect(page.getByLabel('Fornecedor')).toHaveValue('Malharia Sul');
  await expectAccessible(page);

  // The answer is lost, every time; then it is recorded once.
  const calls = '**/api/stock/deliveries/';
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await code.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  // What was typed twice may be the same boxes; what was read piece by piece is not asked about.
  await expect(confirmation(page)).toContainText('Caderno universitário: 24 + 6 = 30');
  await expect(confirmation(page)).not.toContainText('Colégio');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(confirmation(page)).toBeHidden();
  await expect(row(page, 'Caderno')).toContainText('30');
  await page.getByRole('button', { name: 'Registrar entrada' }).press('Enter');
  await confirmation(page).getByRole('button', { name: 'Registrar' }).press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'nada será contado duas vezes' }),
  ).toBeVisible();
  await page.unroute(calls);
  await page.reload();
  await page.getByRole('button', { name: 'Registrar entrada' }).press('Enter');
  await expect(page.getByRole('status')).toContainText('Entrada registrada: 5 produtos, 46 peças.');
  await expect(rows(page)).toHaveCount(0);
  expect(await onHand(shop, notebook)).toBe(30);

  // From a spreadsheet, with a line that is wrong.
  await page.getByRole('button', { name: 'Importar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar entrada' });
  const buffer = Buffer.from('Código;Qtd\n102;7\n999;1\n102;2\n');
  const file = { name: 'nota.csv', mimeType: 'text/csv', buffer };
  await dialog.getByLabel('Arquivo').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Deixar de fora' }).click();
  await expect(dialog).toContainText('Este produto já está na linha 2: as quantidades somam.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Importar' }).click();
  await expect(dialog.getByRole('status')).toContainText('Importado: 2 linhas de entrada');
  await expect(dialog.getByText('desfazer')).toHaveCount(0);
  expect(await onHand(shop, shirt('P'))).toBe(2);
  expect(await onHand(shop, pencil)).toBe(12);
  await page.keyboard.press('Escape');

  // The last piece still waits in the fields: it goes too. Who takes a line off reads on.
  await code.focus();
  for (const { code } of [pencil, notebook]) await scan([...code, 'Enter'], 10);
  await page.getByRole('button', { name: 'Tirar Lápis HB' }).click();
  await expect(quantity).toBeFocused();
  for (const size of ['P', 'P'] as const) await scan([...shirt(size).code, 'Enter'], 10);
  await quantity.fill('0');
  await page.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Digite quantas' })).toBeVisible();
  await quantity.fill('3');
  await page.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(page.getByRole('status')).toContainText('Entrada registrada: 2 produtos, 5 peças.');
  await scan([...shirt('P').code, 'Enter'], 10);
  await page.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(page.getByRole('status')).toContainText('Entrada registrada: 1 produto, 1 peça.');
  expect(await onHand(shop, shirt('P'))).toBe(7);
  expect(await onHand(shop, notebook)).toBe(31);
  expect(await onHand(shop, pencil)).toBe(12);
});

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

test('a file whose answer is lost is one delivery, also chosen anew after a reload', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|The rows could not be imported/);
  const { pencil, notebook } = await goods(shop);
  await shop.signIn(page, shop.admin, { at: '/estoque/entrada' });
  const dialog = page.getByRole('dialog', { name: 'Importar entrada' });
  const choose = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'Importar' }).click();
    const buffer = Buffer.from(text);
    await dialog.getByLabel('Arquivo').setInputFiles({ name, mimeType: 'text/csv', buffer });
  };
  const send = () => dialog.getByRole('button', { name: 'Importar' }).click();
  const file = 'Código;Qtd\n102;7\n';
  const calls = '**/api/imports/deliveries/';
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose('nota.csv', file);
  await send();
  const lost = dialog.getByRole('alert').filter({ hasText: 'nada entra duas vezes' });
  await expect(lost).toBeVisible();
  await page.unroute(calls);
  await page.reload();
  // Another file is another delivery, and does not make the first one forgotten.
  await choose('outra.csv', 'Código;Qtd\n101;3\n');
  await send();
  await expect(dialog.getByRole('status')).toContainText('Importado: 1 linha de entrada');
  await page.keyboard.press('Escape');
  await choose('nota (1).csv', file);
  await expect(lost).toBeVisible();
  await send();
  await expect(dialog.getByRole('status')).toContainText('Importado: 1 linha de entrada');
  expect(await onHand(shop, pencil)).toBe(7);
  expect(await onHand(shop, notebook)).toBe(3);
  // Once it is answered, the same file may be a delivery of the next day.
  await page.keyboard.press('Escape');
  await choose('nota.csv', file);
  await expect(lost).toHaveCount(0);
  await send();
  await expect(dialog.getByRole('status')).toContainText('Importado: 1 linha de entrada');
  expect(await onHand(shop, pencil)).toBe(14);
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

test('the list by model, its filters, a loss, what to buy, and all of it on a phone', async ({
  page,
  shop,
}) => {
  const { shirt, notebook } = await goods(shop);
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const lastYear = new Date().getFullYear() - 1;
  await sell(shop, vera, {
    product: shirt('M'),
    quantity: 25,
    at: `${lastYear}-03-10T10:00-03:00`,
  });
  await deliver(shop, [
    [shirt('4'), 3],
    [shirt('M'), 10],
    [shirt('GG'), 1],
    [notebook, 40],
  ]);
  await sell(shop, vera, { product: shirt('GG'), quantity: 1 });
  await sell(shop, vera, { product: shirt('M'), quantity: 5 });
  const sale = await sell(shop, vera, { product: notebook, quantity: 3 });
  await shop.signIn(page, shop.admin, { at: '/estoque' });
  await expect(row(page, 'Camiseta Colégio').getByRole('cell')).toHaveText([
    /^Camiseta Colégio/,
    '4 3',
    'M 5',
    'GG 0, em falta',
    '8',
    /^R\$\s336,00 a preço de venda$/,
    '6 vendidos em 30 dias',
    'dura ~40 dias',
  ]);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Produto',
    '4',
    'M',
    'GG',
    'Total',
    'A preço de venda',
    'Vendidos em 30 dias',
    'Dura',
  ]);
  const sums = page.getByRole('status').filter({ hasText: 'a preço de venda' });
  await expect(sums).toHaveText(/^4 produtos, 45 peças, R\$\s1\.035,30 a preço de venda$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Camiseta Colégio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Camiseta Colégio' });
  await dialog.getByRole('button', { name: 'M', exact: true }).click();
  await dialog.getByLabel('Mínimo').pressSequentially('12');
  await dialog.getByRole('button', { name: 'Salvar mínimo' }).click();
  const adjust = dialog.getByRole('button', { name: /^Perda/ });
  await adjust.press('Enter');
  await expect(dialog.getByLabel('O que foi')).toBeFocused();
  await dialog.getByLabel('Quantas saíram').pressSequentially('2');
  await dialog.getByLabel('Motivo').pressSequentially('Molhadas');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: /Perda: Molhadas/ })).toContainText('3');
  await expect(adjust).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Abaixo do mínimo' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'Camiseta')).toContainText('3, abaixo do mínimo');
  await page.getByLabel('Um produto por linha').check();
  await expect(rows(page)).toContainText(['Camiseta Colégio M']);

  // Of two notebooks that come back, none is sold again.
  await goTo(page, `/vendas?sale=${sale.id}`);
  const screen = correctionScreen(page, sale);
  await screen.button('Devolver').click();
  await screen.units('Caderno universitário').pressSequentially('2');
  await screen.dialog.getByRole('checkbox', { name: /^Avariado/ }).check();
  await screen.button('Defeito').click();
  await expectAccessible(page);
  await screen.button('DEVOLVER').click();
  await expect(screen.dialog.getByText('2 × Caderno universitário (avariado)')).toBeVisible();
  expect(await onHand(shop, notebook)).toBe(37);

  await goTo(page, '/painel');
  await page.getByRole('link', { name: '1 produto em falta' }).click();
  await expect(page.getByRole('heading', { name: 'ESTOQUE' })).toBeVisible();
  await expect(row(page, 'Camiseta Colégio')).toContainText('em falta');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Ir para', { exact: true }).pressSequentially('compr');
  await page.keyboard.press('Enter');
  const year = lastYear + 1;
  await page.getByLabel('Início').fill(`${year}-03-01`);
  await page.getByLabel('Fim').fill(`${year}-03-31`);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  const toBuy = page.getByLabel('Comprar de Camiseta Colégio M');
  await expect(toBuy).toHaveValue('22');
  await toBuy.fill('20');
  await page.reload();
  await expect(toBuy).toHaveValue('20');
  // And two of the size that is out, by the pace of now.
  await expect(page.getByRole('status')).toContainText('2 produtos, 21 peças');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Lista de compras: CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/estoque', '/estoque/comprar', '/estoque/entrada', '/estoque/contagem']) {
    await goTo(page, path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  await shop.signIn(page, vera, { at: '/estoque' });
  await expect(row(page, 'Camiseta Colégio')).toContainText('GG 0, em falta');
  await expect(page.getByRole('link', { name: 'Entrada' })).toHaveCount(0);
});

test('what to buy is of what is followed, by a year before, the pace or the minimum, and a search hides nothing that was typed', async ({
  page,
  shop,
}) => {
  const { shirt, notebook, pencil } = await goods(shop);
  const copies = await shop.admin.call('createProduct', {
    body: { code: '900', name: 'Boletim, 2ª via', price: 3, active: true },
  });
  const vera = await shop.newUser({ name: 'Vera', login: 'vera' });
  const year = new Date().getFullYear();
  const at = `${year - 1}-03-10T10:00-03:00`;
  await sell(shop, vera, { product: shirt('M'), quantity: 25, at });
  await sell(shop, vera, { product: copies, quantity: 15, at });
  await deliver(shop, [
    [shirt('M'), 10],
    [shirt('P'), 2],
    [notebook, 9],
    [pencil, 4],
  ]);
  await sell(shop, vera, { product: notebook, quantity: 8 });
  const least = { products: [shirt('P').id], minimum: 6 };
  await shop.admin.call('setMinimum', { body: least });

  const address = `/estoque/comprar?startDate=${year}-03-01&endDate=${year}-03-31`;
  await shop.signIn(page, shop.admin, { at: address });
  const toBuy = (name: string) => page.getByLabel(`Comprar de ${name}`);
  const sums = page.getByRole('status');
  await expect(rows(page)).toContainText([
    /^Caderno universitário.*7, pelo ritmo: 8 em 30 dias/,
    /^Camiseta Colégio P.*4, pelo mínimo: 6/,
    /^Camiseta Colégio M.*15, pelo ano anterior/,
  ]);
  await expect(sums).toContainText('3 produtos, 26 peças.');
  await expectAccessible(page);

  const search = async (text: string) => {
    await page.getByLabel('Buscar produto').click();
    await page.keyboard.press('Control+a');
    await type(page, text);
  };
  const order = async (name: string, quantity: string) => {
    await toBuy(name).focus();
    await page.keyboard.type(quantity);
  };
  await search('camiseta');
  await expect(rows(page)).toHaveCount(2);
  await order('Camiseta Colégio P', '12');
  await expect(sums).toContainText('3 produtos, 34 peças ao todo.');
  // A search finds also what nothing proposes.
  await search('lapis');
  await expect(rows(page)).toHaveCount(1);
  await order('Lápis HB', '3');
  await search('boletim');
  await expect(page.getByText('Nenhum com estoque é assim.')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar os que não têm estoque' }).press('Enter');
  await expect(row(page, 'Boletim')).toContainText('15, pelo ano anterior');
  await order('Boletim, 2ª via', '2');
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  // What is not followed comes last, and what somebody asked for stays.
  await expect(rows(page)).toContainText(['Caderno', 'Colégio P', 'Colégio M', 'Lápis', 'Boletim']);
  await page.getByLabel('Mostrar os que não têm estoque').press('Space');
  await expect(rows(page)).toHaveCount(5);
  await search('camiseta');
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel('Buscar produto')).toHaveValue('camiseta');
  await expect(toBuy('Camiseta Colégio P')).toHaveValue('12');
  await expect(sums).toContainText('5 produtos, 39 peças ao todo.');

  const asked = [
    [notebook, '7'],
    [shirt('P'), '12'],
    [shirt('M'), '15'],
    [pencil, '3'],
    [copies, '2'],
  ] as const;
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = page.getByRole('table', { name: 'LISTA DE COMPRAS', includeHidden: true });
  await expect(paper.getByRole('row', { includeHidden: true })).toHaveText([
    'ProdutoCódigoQtd.',
    ...asked.map(([{ name, code }, quantity]) => `${name}${code}${quantity}`),
    '5 produtos, 39 peças',
  ]);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Lista de compras: CSV' }).click();
  const file = await readFile(await (await downloaded).path(), 'utf8');
  const lines = file.trim().split(/\r?\n/).slice(1).sort();
  expect(lines.map((line) => [line.split(';')[0], line.split(';').at(-1)])).toEqual(
    asked.map(([{ code }, quantity]) => [code, quantity]).sort(),
  );
});

test('the stock at the end of a day, with its worth, and the paper of it', async ({
  page,
  shop,
}) => {
  const { notebook, pencil } = await goods(shop);
  await deliver(shop, [
    [notebook, 40],
    [pencil, 10],
  ]);
  await shop.signIn(page, shop.admin, { at: '/estoque' });
  const sums = page.getByRole('status').filter({ hasText: 'a preço de venda' });
  await expect(sums).toHaveText(/^2 produtos, 50 peças, R\$\s771,50 a preço de venda$/);
  // Two days ago nothing had come yet.
  const day = page.getByLabel('No fim do dia');
  await day.fill(businessDayOf(new Date(Date.now() - 2 * 86_400_000)));
  await expect(page.getByText('Nenhum produto com estoque é assim')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeDisabled();
  await page.getByRole('button', { name: 'Mostrar todos' }).click();
  await expect(day).toHaveValue('');
  await expect(sums).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = page.getByRole('table', { name: 'ESTOQUE', includeHidden: true }).first();
  await expect(paper.getByRole('row', { includeHidden: true })).toHaveText([
    /Produto.*Em estoque.*Preço.*A preço de venda/,
    /Caderno universitário101.*40.*18,90.*756,00/,
    /Lápis HB102.*10.*1,55.*15,50/,
    /2 produtos, 50 peças.*771,50/,
  ]);
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
