import { brl, SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { choose, expect, expectAccessible } from '../fixtures.ts';
import { count, parkedList, rowOf, takeElsewhere } from '../parked-orders.ts';

test('F4 parks an order and takes it up again by keyboard', async ({ page, shop, counter }) => {
  const park = page.getByRole('button', { name: 'Deixar em espera' });
  await expect(park).toBeDisabled();
  await counter.registration.fill('2026');
  await counter.studentName.fill('João Souza');
  await counter.takeOrder({ codes: ['101', '103'] });
  await counter.closeOrder.click();
  await expect(counter.method(1)).toBeFocused();
  await counter.pay(1, 'Dinheiro', '2000');
  await counter.method(2).fill('Pix');
  await counter.method(2).press('Enter');
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  await expect(counter.cpf).toBeFocused();
  await expect(counter.cpf).toHaveValue('');
  await counter.expectItems();
  await expect(park).toBeDisabled();

  await counter.takeOrder({ cpf: '11144477735', name: 'Rui', codes: ['102'] });
  await park.click();
  await expect(count(page, '2 em espera')).toBeVisible();
  await page.reload();
  await expect(counter.cpf).toBeFocused();
  await page.keyboard.press('F4');
  const rows = parkedList(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows).toContainText([
    /Maria Souza.*R\$\s60,90.*2 itens · Caderno universitário.*Aluno: João Souza.*desde \d\d:\d\d/,
    /Rui.*R\$\s1,55.*1 item · Lápis HB nº 2desde/,
  ]);
  await expect(rowOf(page, 'Maria')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Rui')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(parkedList(page)).toBeHidden();
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  await counter.expectItems('Caderno', 'Camiseta');
  await expect(counter.code).toBeFocused();
  // What is on the counter is parked when another order is taken up.
  await count(page, '1 em espera').click();
  await rowOf(page, 'Rui').press('Enter');
  await counter.expectItems('Lápis');
  await count(page, '1 em espera').click();
  await rowOf(page, 'Maria').press('Enter');
  await counter.expectItems('Caderno', 'Camiseta');
  await expect(count(page, '1 em espera')).toBeVisible();

  // What had been said about its payment came along.
  await counter.closeOrder.click();
  await expect(counter.method(1)).toHaveValue('Dinheiro');
  await expect(counter.amount(1)).toHaveValue(brl('20,00'));
  await expect(counter.method(2)).toHaveValue('Pix');
  await expect(counter.amount(2)).toHaveValue('');
  await counter.amount(2).press('Enter');
  await expect(counter.amount(2)).toHaveValue(brl('40,90'));
  await counter.finishSale();
  expect(await salesIn(shop)).toBe(1);
});

test('FINALIZAR by key says that the order is still open, one key from closing it', async ({
  page,
  counter,
}) => {
  await counter.prepareSale();
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  // With nothing on the counter there is nothing to say.
  await page.keyboard.press('F9');
  await expect(page.getByText('Feche o pedido primeiro.')).toHaveCount(0);
  await page.keyboard.press('F4');
  await rowOf(page, 'Maria').press('Enter');
  await counter.expectItems('Caderno universitário');
  await page.keyboard.press('F9');
  await expect(page.getByText('Feche o pedido primeiro.')).toBeVisible();
  await expect(counter.closeOrder).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(counter.amount(1)).toHaveValue(brl('18,90'));
  await page.keyboard.press('F9');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
});

test('orders wait on every computer of their seller alone; one computer gets each', async ({
  page,
  shop,
  browser,
  counter,
  seller,
  expectConsoleError,
}) => {
  await counter.takeOrder();
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  await choose(page, 'Sair');
  await shop.signIn(page, await shop.newUser({ name: 'Ana', login: 'ana' }));
  await expect(counter.cpf).toBeFocused();
  await page.keyboard.press('F4');
  await expect(parkedList(page)).toContainText('Nenhum pedido em espera.');
  await page.keyboard.press('Escape');

  await shop.signIn(page, seller);
  await expect(counter.cpf).toBeFocused();
  await page.keyboard.press('F4');
  await expect(rowOf(page, 'Maria')).toBeFocused();
  await takeElsewhere(browser, shop, seller);

  expectConsoleError(/409/);
  expectConsoleError(/Não foi possível retomar/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Erro' })).toHaveText(
    'Este pedido já foi retomado ou descartado em outro computador.',
  );
  await page.keyboard.press('Escape');
  await expect(counter.cpf).toBeFocused();
  await counter.expectItems();
  await expect(count(page, '1 em espera')).toBeHidden();
});

test('an old order shows what changed since', async ({ page, shop, counter, goods }) => {
  await counter.takeOrder({ codes: ['101', '102'] });
  await page.keyboard.press('F4');
  await expect(count(page, '1 em espera')).toBeVisible();
  await shop.sql("UPDATE parked_sales SET parked_at = now() - interval '1 day'");
  const params = { id: `${goods.notebook.id}` };
  const { code, name } = goods.notebook;
  await shop.admin.call('editProduct', { params, body: { code, name, price: 20, active: true } });
  await shop.admin.call('deleteProduct', { params: { id: `${goods.pencil.id}` } });

  // Closing the box mentions it beside its own dialog.
  await choose(page, 'FECHAR CAIXA');
  await expect(page.getByRole('dialog')).toContainText('Nenhuma venda realizada hoje');
  const notice = page.getByRole('status').filter({ hasText: '1 pedido continua em espera.' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Dispensar o aviso' }).click();
  await expect(notice).toBeHidden();

  await page.reload();
  await expect(counter.cpf).toBeFocused();
  await page.keyboard.press('F4');
  await expect(rowOf(page, 'Maria')).toContainText('desde ontem');
  await page.keyboard.press('Enter');
  await counter.expectItems('Caderno', 'Lápis');
  await expect(counter.products.getByText('remova e inclua de novo')).toHaveCount(2);

  await page.keyboard.press('F4');
  await count(page, '1 em espera').click();
  await parkedList(page)
    .getByRole('button', { name: /^Descartar Maria Souza/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toContainText('Descartar o pedido em espera de Maria Souza?');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await parkedList(page)
    .getByRole('button', { name: /^Descartar Maria Souza/ })
    .click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(parkedList(page)).toContainText('Nenhum pedido em espera.');
  const [row] = await shop.sql<{ text: string }>(
    'SELECT client_cpf || client_name AS text FROM parked_sales WHERE claim IS NULL',
  );
  expect(row?.text).toBe('');
});

test('Sair parks the order on the counter, and says so', async ({ page, counter, seller }) => {
  await counter.takeOrder();
  await counter.closeOrder.click();
  await counter.pay(1, 'Pix', '1890');
  await choose(page, 'Sair');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Seu pedido ficou em espera.')).toBeVisible();
  expect(await page.evaluate(() => [localStorage.user, JSON.stringify(sessionStorage)])).toEqual([
    undefined,
    expect.not.stringContaining('Maria'),
  ]);
  await page.getByLabel('Login').fill(seller.login);
  await page.getByLabel('Senha').fill(seller.password);
  await page.getByLabel('Senha').press('Enter');
  await count(page, '1 em espera').click();
  await rowOf(page, 'Maria').press('Enter');
  await counter.expectItems('Caderno');
  await counter.closeOrder.click();
  await expect(counter.method(1)).toHaveValue('Pix');
  await expect(counter.amount(1)).toHaveValue(brl('18,90'));
  // With nothing on the counter, nothing is said.
  await counter.finishSale();
  await expect(page.getByText('Última venda')).toBeVisible();
  await choose(page, 'Sair');
  await expect(page.getByLabel('Login')).toBeFocused();
  await expect(page.getByText('em espera')).toBeHidden();
});
