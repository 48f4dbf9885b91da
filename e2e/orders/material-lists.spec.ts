import { counterScreen } from '../counter-screen.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';

test('a list is made by an administrator and sold by keyboard, without what the family has', async ({
  page,
  shop,
  expectConsoleError,
}) => {
  expectConsoleError(/409 \(Conflict\)|code_of_other/);
  const product = (code: string, name: string, price: number) =>
    shop.admin.call('createProduct', { body: { code, name, price, active: true } });
  await product('101', 'Caderno universitário', 18.9);
  await product('102', 'Lápis preto', 1.5);
  for (const [at, size] of ['P', 'M', 'G'].entries()) {
    await product(`20${at}`, `Camiseta polo ${size}`, 42 + at);
  }
  await shop.signIn(page, shop.admin, { at: '/listas' });
  await expect(page.getByText('Nenhuma lista de material')).toBeVisible();
  await page.getByRole('button', { name: '+ Adicionar lista' }).click();
  const form = page.getByRole('dialog', { name: 'Nova lista de material' });
  await form.getByLabel('Nome da lista').pressSequentially('3º ano 2027');
  await form.getByLabel('Código da lista').pressSequentially('101');
  const add = form.getByRole('combobox', { name: 'Acrescentar produto' });
  for (const text of ['101', 'lápis', 'camiseta polo p']) {
    await add.pressSequentially(text);
    await add.press('Enter');
  }
  const pencils = form.getByLabel('Quantidade: Lápis preto');
  await pencils.click();
  await page.keyboard.type('1,5');
  await expect(pencils).toHaveValue('1,5');
  await expect(pencils).toHaveAttribute('aria-invalid', 'true');
  await pencils.fill('4');
  await form.getByRole('button', { name: 'Salvar' }).click();
  // The code is a product's.
  await expect(form.getByText(/Este código já é usado/)).toBeVisible();
  // Nothing has to be typed again, except the code.
  await expect(form.getByText('Erro ao criar a lista.')).toBeHidden();
  await expect(form.getByLabel('Código da lista')).toBeFocused();
  await expect(form.getByText(/Este código já é usado/)).toBeVisible();
  await expect(form.getByLabel('Nome da lista')).toHaveValue('3º ano 2027');
  await expect(form.getByLabel('Quantidade: Lápis preto')).toHaveValue('4');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('3ANO27');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('row', { name: /3ANO27.*vale hoje/ })).toBeVisible();

  // Of a copy only the code is still to come.
  await page.getByRole('button', { name: 'Copiar para o próximo ano: 3º ano 2027' }).click();
  await expect(form.getByLabel('Código da lista')).toBeFocused();
  await expect(form.getByLabel('Nome da lista')).toHaveValue('3º ano 2028');
  await page.keyboard.press('Escape');

  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const context = await page.context().browser()?.newContext({ baseURL: shop.origin });
  if (!context) throw new Error('No browser');
  const till = await context.newPage();
  await shop.signIn(till, seller, { at: '/pdv' });
  const counter = counterScreen(till);
  await counter.takePeople();
  await counter.scan('101');
  await counter.scan('3ano27');
  const list = till.getByRole('dialog', { name: '3º ano 2027' });
  const box = (name: RegExp) => list.getByRole('checkbox', { name });
  await expect(box(/Caderno.*já no pedido: 1/)).toBeFocused();
  await expectAccessible(till);
  await till.keyboard.press('Space');
  await till.keyboard.press('ArrowDown');
  await till.keyboard.press('1');
  await till.keyboard.press('2');
  await till.keyboard.press('Enter');
  await expect(list.getByText('Escolha o tamanho de Camiseta polo.')).toBeVisible();
  await expect(box(/Camiseta polo/)).toBeFocused();
  // A code that is read into the dialog is neither a quantity nor its Enter.
  const keys = await keysOf(till);
  await keys(codeAndEnter('7891234567895'), 8);
  await expect(list.getByText(/Termine a lista antes/)).toBeVisible();
  await expect(list.getByLabel('Quantidade: Camiseta polo')).toHaveValue('1');
  // While the size is missing, a digit is no quantity, and a letter names the size.
  await till.keyboard.press('8');
  await expect(list.getByText(/Não há tamanho .*8\./)).toBeVisible();
  await expect(list.getByLabel('Quantidade: Camiseta polo')).toHaveValue('1');
  await till.keyboard.press('m');
  await expect(list.getByLabel('Tamanho: Camiseta polo').locator(':checked')).toHaveText('M');
  // Half a pencil is refused, and stays as it was typed.
  const count = list.getByLabel('Quantidade: Lápis preto');
  await count.click();
  await till.keyboard.type('1,5');
  await till.keyboard.press('Enter');
  await expect(list.getByText('A quantidade é um número inteiro.')).toBeVisible();
  await expect(count).toHaveValue('1,5');
  await expect(box(/Lápis/)).toBeFocused();
  await till.keyboard.press('1');
  await till.keyboard.press('2');
  await expect(list.getByText('2 de 3')).toBeVisible();
  await till.keyboard.press('End');
  await expect(box(/Camiseta polo/)).toBeFocused();
  await till.keyboard.press('Home');
  await expect(box(/Caderno/)).toBeFocused();
  await list.getByRole('button', { name: 'Desmarcar tudo' }).click();
  await expect(list.getByText('0 de 3')).toBeVisible();
  await expect(box(/Caderno/)).toBeFocused();
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space']) await till.keyboard.press(key);
  await expect(list.getByText('2 de 3')).toBeVisible();
  await till.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(counter.code).toBeFocused();
  await counter.expectItems('Caderno universitário', 'Lápis preto', 'Camiseta polo M');
  await expect(counter.item('Lápis preto')).toContainText(/12.*18,00/);

  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '7990');
  // The page loads again by itself, and after that no more.
  const reloaded = till.waitForEvent('load');
  await counter.finishSale();
  await reloaded;
  const sales = await shop.sql<{ lists: string[] }>('SELECT material_lists AS lists FROM sales');
  expect(sales).toEqual([{ lists: ['3º ano 2027'] }]);

  // What is over says so, by its code; its name is not offered.
  await shop.sql(`UPDATE material_lists SET valid_to = '2026-01-31'`);
  await till.goto('/pdv');
  await counter.scan('3ANO27');
  await expect(till.getByText('A lista 3º ano 2027 valeu até 31/01/2026.')).toBeVisible();
  await context.close();
});
