import { confirmation, row, rows } from './back-office.ts';
import { colourOf } from './colour.ts';
import { expect, test } from './fixtures.ts';
import { recordCalls } from './recorded-calls.ts';
import { gate, problem } from './sale-traffic.ts';

const KINDS = [
  {
    what: 'a product',
    path: '/produtos',
    api: '/api/pdv/products/',
    add: '+ Adicionar produto',
    field: 'Nome do produto',
    edited: 'Produto Editado com sucesso!',
  },
  {
    what: 'a user',
    path: '/usuarios',
    api: '/api/users/',
    add: '+ Adicionar usuário',
    field: 'Nome do usuário',
    edited: 'Usuário Editado com sucesso!',
  },
  {
    what: 'a payment method',
    path: '/categorias',
    api: '/api/pdv/paymentMethods/',
    add: '+ Adicionar tipo',
    field: 'Nome',
    edited: 'Forma de pagamento editada com sucesso!',
  },
] as const;

for (const { what, path, api, add, field, edited } of KINDS) {
  test(`the dialog of ${what} opens to create or to edit, saves with a spinner, closes and reloads`, async ({
    page,
    shop,
    signIn,
  }) => {
    await shop.newUser({ name: 'Amostra', login: 'amostra' });
    await shop.admin.call('createPaymentMethod', { body: { name: 'Amostra' } });
    const body = { code: '101', name: 'Amostra', price: 2.5, active: true };
    await shop.admin.call('createProduct', { body });
    await signIn(shop.admin, { at: path });
    await expect(row(page, 'Amostra')).toHaveCount(1);

    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel(field);
    const remove = dialog.getByRole('button', { name: 'Excluir' });
    const create = page.getByRole('button', { name: add });
    await create.click();
    await expect(name).toHaveValue('');
    await expect(remove).toHaveCount(0);
    await name.fill('Nada disto');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();

    await row(page, 'Amostra').getByRole('cell', { name: 'Amostra' }).first().click();
    await expect(name).toHaveValue('Amostra');
    await expect(remove).toBeVisible();
    await name.fill('Outra coisa');
    await page.mouse.click(20, 400);
    await expect(dialog).toBeHidden();
    // A new dialog does not show the edited row.
    await create.click();
    await expect(name).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const door = gate();
    await page.route(`**${api}*/`, async (route) => {
      await door.opened;
      await route.continue();
    });
    await row(page, 'Amostra').getByRole('cell', { name: 'Amostra' }).first().click();
    await expect(name).toHaveValue('Amostra');
    await name.fill('Amostra nova');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const status = dialog.getByRole('status');
    await expect(status).toHaveText('Salvando…');
    await expect(status.locator('[aria-hidden]')).toBeVisible();
    const calls = recordCalls(page);
    door.open();
    await expect(status).toHaveText(edited);
    expect(await colourOf(status)).toBe('green');
    expect(calls('GET', api)).toEqual([]);
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Amostra nova')).toHaveCount(1);
    expect(calls('GET', api)).toHaveLength(1);
  });
}

test('the line under a message is shorter every 100 ms, and gone after three seconds', async ({
  page,
  shop,
  signIn,
}) => {
  await page.clock.install();
  await signIn(shop.admin, { at: '/categorias' });
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: '+ Adicionar tipo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Depósito');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const bar = dialog.getByRole('status').filter({ hasText: 'Forma de pagamento criada' });
  await expect(bar).toBeVisible();
  const line = bar.locator('span[aria-hidden]');
  const share = () => line.evaluate((element) => Number.parseFloat(element.style.width));
  expect(await share()).toBe(100);
  for (let step = 1; step <= 30; step++) {
    await page.clock.runFor(100);
    await expect.poll(share).toBeCloseTo(((30 - step) / 30) * 100, 2);
  }
  // The message about a new row shows for five seconds.
  await page.clock.runFor(1_900);
  await expect(bar).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog).toBeHidden();
});

test('"Atenção!" has a red Cancelar and a green button; what it is said after is red or green', async ({
  page,
  shop,
  signIn,
  expectConsoleError,
}) => {
  expectConsoleError(/Erro ao excluir o usuário|Failed to load resource/);
  const product = (code: string, active: boolean) =>
    shop.admin.call('createProduct', { body: { code, name: `Lápis ${code}`, price: 1, active } });
  await product('1', true);
  await product('2', false);
  await signIn(shop.admin, { at: '/produtos' });
  const dot = (name: string) => rows(page).getByRole('img', { name, exact: true });
  await expect(rows(page)).toHaveCount(2);
  expect(await colourOf(dot('Ativo'))).toBe('green');
  expect(await colourOf(dot('Inativo'))).toBe('red');

  const asking = confirmation(page);
  const cancel = asking.getByRole('button', { name: 'Cancelar' });
  const confirm = asking.getByRole('button', { name: 'Confirmar' });
  await page.getByRole('button', { name: 'Excluir Lápis 1' }).click();
  await expect(asking.getByRole('heading', { name: 'Atenção!' })).toBeVisible();
  expect(await colourOf(cancel)).toBe('red');
  expect(await colourOf(confirm)).toBe('green');
  await cancel.click();
  await expect(asking).toBeHidden();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Excluir Lápis 1' }).click();
  await confirm.click();
  await expect(asking).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  expect(await colourOf(page.getByRole('status'))).toBe('red');

  await page.goto('/usuarios');
  await page.route('**/api/users/*/', (route) => route.fulfill(problem(500, 'internal_error')));
  await rows(page)
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await confirm.click();
  const toast = page.getByRole('alert');
  await expect(toast).toHaveText('Erro ao excluir o usuário.');
  expect(await colourOf(toast)).toBe('red');
  const box = await toast.boundingBox();
  expect(box && box.x + box.width).toBe(1366 - 16);
  expect(box?.y).toBe(16);

  // A failed save is a red bar in the dialog.
  await page.goto('/produtos');
  await page.getByRole('button', { name: '+ Adicionar produto' }).click();
  expectConsoleError(/Erro ao criar o produto/);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  const bar = page.getByRole('dialog').getByRole('alert');
  await expect(bar).toHaveText('Erro ao criar o produto.');
  expect(await colourOf(bar)).toBe('red');
});
