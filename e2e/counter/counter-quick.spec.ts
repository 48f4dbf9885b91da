import { brl, CPF, keyDrawnOver, SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';
import { newClient, sell } from '../till.ts';

test('what is left to pay takes one key or one touch', async ({ page, counter }) => {
  const { keyboard } = page;
  const missing = (amount: string) =>
    counter.payment.getByRole('button', { name: `Faltam R$ ${amount}`, exact: true });
  const notes = counter.payment.getByRole('group', { name: 'Recebido em Dinheiro' });
  const note = (name: string) => notes.getByRole('button', { name, exact: true });
  await counter.takeOrder({ codes: ['101', '102'] });
  await keyboard.press('F8');
  await keyboard.type('pix');
  await keyboard.press('Enter');
  await keyboard.type('1000');
  await keyboard.press('Enter');
  await expect(notes).toBeHidden();
  await keyboard.type('din');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(counter.amount(2)).toHaveValue(brl('10,45'));
  await expect(counter.finish).toBeFocused();
  // A typed amount stays as it is.
  await counter.amount(2).fill('500');
  await counter.amount(2).press('Enter');
  await expect(counter.amount(2)).toHaveValue(brl('5,00'));
  await expect(counter.method(3)).toBeFocused();

  // Cash: the notes that are enough, and the exact sum.
  for (const [name, amount, change] of [
    ['R$ 20', '20,00', '9,55'],
    ['R$ 50', '50,00', '39,55'],
    ['R$ 100', '100,00', '89,55'],
    ['Exato', '10,45', '0,00'],
  ] as const) {
    await note(name).click();
    await expect(counter.amount(2)).toHaveValue(brl(amount));
    await expect(counter.figure('TROCO')).toHaveValue(brl(change));
    await expect(counter.finish).toBeFocused();
  }
  await expectAccessible(page);

  // With every amount filled, the button leads to the next method; then it fills the amount.
  await counter.amount(2).fill('545');
  await missing('5,00').click();
  await expect(counter.method(3)).toBeFocused();
  await keyboard.type('pix');
  await keyboard.press('Enter');
  await missing('5,00').click();
  await expect(counter.amount(3)).toHaveValue(brl('5,00'));
  await expect(counter.finish).toBeFocused();
  await expect(counter.payment.getByRole('button', { name: /^Faltam/ })).toBeHidden();
});

test('a method takes one touch, or its letter in an amount; cash comes in sums that clients hand over', async ({
  page,
  shop,
  counter,
}) => {
  const { keyboard } = page;
  const body = { code: 'D4512', name: 'Jogo de xadrez', price: 231.75, active: true };
  await shop.admin.call('createProduct', { body });
  await page.reload();
  await counter.takeOrder({ codes: ['D4512', '103', '101', '102'] });
  await keyboard.press('F8');
  await expect(counter.figure('TOTAL GERAL')).toHaveValue(brl('294,20'));
  const methods = counter.payment.getByRole('group', { name: 'Receber em' });
  const cash = counter.payment.getByRole('group', { name: 'Recebido em Dinheiro' });
  await expect(methods.getByRole('button')).toHaveCount(4);
  await methods.getByRole('button', { name: 'Dinheiro' }).click();
  await expect(counter.method(1)).toHaveValue('Dinheiro');
  await expect(counter.amount(1)).toBeFocused();
  await expect(methods).toBeHidden();
  await expect(cash.getByRole('button')).toHaveText(['300', '350', '400', 'Exato']);

  // In an empty amount a letter is another method of the row; in a filled one it pays the rest.
  await keyboard.press('p');
  await expect(counter.method(1)).toHaveValue('Pix');
  await keyboard.press('d');
  await keyboard.type('10000');
  await expect(methods).toBeVisible();
  await keyboard.press('P');
  await expect(counter.method(2)).toHaveValue('Pix');
  await expect(counter.amount(2)).toBeFocused();
  await keyboard.press('Enter');
  await expect(counter.amount(2)).toHaveValue(brl('194,20'));
  await expect(counter.finish).toBeFocused();
  // Nothing is left to pay.
  await counter.amount(1).press('c');
  await expect(counter.method(3)).toHaveValue('');

  // In a select letters search, and a code that a scanner reads into an amount chooses nothing.
  await counter.amount(2).fill('1000');
  await counter.method(3).pressSequentially('pi');
  await expect(page.getByRole('option')).toHaveText(['Pix']);
  await expect(counter.method(3)).toBeFocused();
  await counter.amount(2).press('End');
  const keys = await keysOf(page);
  await keys(codeAndEnter('D4512'), 5);
  await expect(counter.payment.getByText('Leitura ignorada')).toBeVisible();
  await expect(counter.method(3)).toHaveValue('');
  await expect(counter.amount(2)).toHaveValue(brl('10,00'));
});

test('the exact sum of any method is one touch', async ({ page, counter }) => {
  await counter.takeOrder();
  await page.keyboard.press('F8');
  const methods = counter.payment.getByRole('group', { name: 'Receber em' });
  await methods.getByRole('button', { name: 'Pix' }).click();
  const pix = counter.payment.getByRole('group', { name: 'Recebido em Pix' });
  await expect(pix.getByRole('button')).toHaveText(['Exato']);
  await pix.getByRole('button').click();
  await expect(counter.amount(1)).toHaveValue(brl('18,90'));
  await expect(pix).toBeHidden();
  await expect(counter.finish).toBeFocused();
});

test('a double click presses once', async ({ page, shop, counter }) => {
  const methods = counter.payment.getByRole('group', { name: 'Receber em' });
  await counter.takeOrder({ codes: ['101', '102', '103'] });
  await counter.closeOrder.dblclick();
  // Another chip comes into the place of the first one, or a field.
  for (const [width, height] of [
    [1366, 650],
    [911, 433],
  ] as const) {
    await page.setViewportSize({ width, height });
    await methods.getByRole('button', { name: 'Dinheiro' }).dblclick();
    await expect(counter.amount(1)).toBeFocused();
    await expect(counter.amount(1)).toHaveValue('');
    await counter.method(1).fill('');
  }
  // FINALIZAR VENDA comes into the place of FECHAR PEDIDO.
  for (const row of [1, 2, 3, 4, 5]) {
    await counter.method(row).fill('Dinheiro');
    await counter.method(row).press('Enter');
    await counter.amount(row).fill('5000');
  }
  await counter.editOrder.click();
  await counter.closeOrder.dblclick();
  await expect(counter.method(1)).toBeFocused();
  await expect(counter.finish).toBeEnabled();
  expect(await salesIn(shop)).toBe(0);
});

test('six products, a student and two ways of paying take at most 58 keys', async ({
  page,
  shop,
  counter,
  goods,
  seller,
}) => {
  const client = await newClient(shop);
  const registration = '20260000042';
  const body = { registration, name: 'João Souza' };
  const student = await seller.call('createStudent', { body });
  await sell(shop, seller, { product: goods.pencil, client, student });
  for (const code of ['201', '202', '203']) {
    await shop.admin.call('createProduct', { body: { code, name: code, price: 40, active: true } });
  }
  await page.reload();
  await expect(counter.cpf).toBeFocused();
  let pressed = 0;
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      pressed += 1;
    }
  };
  await type(...CPF);
  await expect(counter.student.getByRole('button', { name: 'João Souza' })).toBeVisible();
  await type('Enter', 'a');
  for (const code of ['101', '102', '103', '201', '202', '203']) {
    await expect(counter.code).toBeFocused();
    await type(...code, 'Enter');
  }
  await expect(counter.items).toHaveCount(6);
  await type('F8', 'd', 'Enter', ...'10000', 'p', 'Enter', 'Enter');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(pressed).toBeLessThanOrEqual(58);
});

test('what is bought is readable while it is paid', async ({ page, counter }) => {
  await counter.takeOrder({ codes: ['101'] });
  await counter.scan('3*102');
  await counter.closeOrder.click();
  const list = counter.payment.getByRole('list', { name: 'Itens da venda' });
  await expect(list).toBeHidden();
  const fold = counter.payment.getByRole('button', { name: '4 itens' });
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(list.getByRole('listitem')).toHaveText([
    /1 × Caderno universitário\s*R\$\s18,90/,
    /3 × Lápis HB nº 2\s*R\$\s4,65\s*R\$\s1,55 cada/,
  ]);
  await expectAccessible(page);
  // The next payment begins with the list closed.
  await counter.editOrder.click();
  await counter.closeOrder.click();
  await expect(list).toBeHidden();
});

test('a quantity before the code counts, typed or scanned', async ({ page, counter }) => {
  const { keyboard } = page;
  await counter.code.focus();
  await keyboard.type('3*101');
  await expect(page.getByRole('option', { name: 'Caderno' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await keyboard.press('Enter');
  await counter.expectItems('101Caderno universitário3R$ 56,70R$ 56,70');
  await expect(counter.quantity).toHaveValue('1');
  await expect(counter.code).toBeFocused();

  // Typed by hand, then scanned; and all of it into another field.
  const keys = await keysOf(page);
  await keys(['2', '*'], 300);
  await keys(codeAndEnter('102'), 5);
  await expect(counter.item('Lápis')).toContainText('2R$ 3,10');
  await counter.clientName.focus();
  await keys(codeAndEnter('4*103'), 5);
  await expect(counter.item('Camiseta')).toContainText('4R$ 168,00');
  await expect(counter.clientName).toHaveValue('');

  await counter.item('Camiseta').getByRole('button', { name: 'Remover' }).click();
  await counter.code.fill('5*103');
  await counter.code.press('Tab');
  await expect(counter.quantity).toHaveValue('5');
  await expect(counter.productName).toHaveValue('Camiseta da escola');
  await counter.quantity.press('Enter');
  await expect(counter.item('Camiseta')).toContainText('5R$ 210,00');

  // As slowly as a hand: an Enter right after a scan would be the scanner's second.
  await keyboard.type('3*999', { delay: 60 });
  await keyboard.press('Enter');
  await expect(
    page.getByText('Nenhum produto com o código 999. Para abrir a venda nº 999, digite V999.'),
  ).toBeVisible();
  await counter.scan('99999*101');
  await expect(page.getByText('A quantidade máxima de um produto é')).toBeVisible();
  await expect(counter.items).toHaveCount(3);
});

test('each step names the sale; the other one waits', async ({ page, counter }) => {
  const total = page.getByText('R$ 20,45', { exact: true }).last();
  const size = () =>
    total.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await expect(page.getByText('Passo 2')).toBeVisible();
  await expect(page.getByText('Passo 1')).toBeHidden();
  await counter.registration.fill('20260042');
  await counter.studentName.fill('João Souza');
  await counter.takeOrder({ codes: ['101', '102'] });
  expect(await size()).toBeGreaterThanOrEqual(32);
  expect(await size()).toBeLessThanOrEqual(40);

  // On a phone total and button stay in sight.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const field of [counter.cpf, counter.items.last()]) {
    await field.scrollIntoViewIfNeeded();
    await expect(total).toBeInViewport({ ratio: 1 });
    await expect(counter.closeOrder).toBeInViewport({ ratio: 1 });
  }
  expect(await size()).toBeGreaterThanOrEqual(32);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 768 });

  await counter.closeOrder.click();
  await expect(counter.payment).toContainText('Maria Souza');
  await expect(counter.payment).toContainText('Aluno: João Souza · 2 itens');
  await expect(page.getByText('Passo 1')).toBeVisible();
  await expect(page.getByText('Passo 2')).toBeHidden();
  const waiting = counter.resting(counter.products);
  await expect(waiting).toHaveCSS('filter', 'blur(1px)');
  await expect(waiting).toHaveCSS('opacity', '0.55');

  // The keys are drawn over the buttons, and are no part of them.
  for (const [button, key] of [
    [counter.finish, 'F9'],
    [counter.closeOrder, 'F8'],
    [page.getByRole('button', { name: 'Deixar em espera', exact: true }), 'F4'],
    [page.getByRole('button', { name: 'Faltam R$ 20,45', exact: true }), '+'],
  ] as const) {
    expect(await keyDrawnOver(button)).toBe(key);
  }
  await counter.editOrder.click();
  await expect(page.getByRole('button', { name: 'FECHAR PEDIDO', exact: true })).toBeVisible();
  expect(await keyDrawnOver(counter.code)).toBe('F2');
  // One question mark stands on the bar, and opens the help.
  await expect(page.getByRole('main').getByText('?', { exact: true })).toHaveCount(1);
});
