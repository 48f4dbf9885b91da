import { confirmation, row, rows } from '../back-office.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { keysOf } from '../scanner.ts';
import { goods, onHand, type } from '../stock-goods.ts';

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
