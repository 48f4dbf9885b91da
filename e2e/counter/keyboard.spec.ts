import type { Locator } from '@playwright/test';
import {
  brl,
  chooseOnBar,
  counterScreen,
  openCounter,
  SALE_MADE,
  salesIn,
  stock,
  test,
} from '../counter-screen.ts';
import { choose, expect, expectAccessible } from '../fixtures.ts';

// Animated, as most people see it.
test.use({ reducedMotion: 'no-preference' });

test('a sale from sign-in to receipt without touching a mouse', async ({ page, context, shop }) => {
  await stock(shop);
  const seller = await shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
  const counter = counterScreen(page);
  const { keyboard } = page;
  /** Expects the focus on a field, types and presses Enter. */
  const type = async (field: Locator, text: string) => {
    await expect(field).toBeFocused();
    await keyboard.type(text);
    await keyboard.press('Enter');
  };

  await page.goto('/');
  await expect(page.getByLabel('Login')).toBeFocused();
  await keyboard.type('vera');
  await keyboard.press('Tab');
  await keyboard.type(seller.password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pdv$/);

  await type(counter.cpf, '52998224725');
  await type(counter.clientName, 'Maria das Dores Souza');
  await type(counter.registration, '20260042');
  await type(counter.studentName, 'João Souza');

  // By name, then the quantity.
  await expect(counter.code).toBeFocused();
  await keyboard.press('Tab');
  await type(counter.productName, 'lapis');
  await type(counter.quantity, '2');
  await expect(counter.items).toHaveCount(1);

  // By code, then the quantity.
  await expect(counter.code).toBeFocused();
  await keyboard.type('101');
  await expect(page.getByRole('option', { name: 'Caderno' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await keyboard.press('Tab');
  await type(counter.quantity, '3');
  await expect(counter.item('Caderno')).toContainText('R$ 56,70');

  // A whole code adds a line at once. Typed as slowly as a hand: Enter right after a scan would be the
  // scanner's second.
  await expect(counter.code).toBeFocused();
  await keyboard.type('103', { delay: 60 });
  await keyboard.press('Enter');
  await expect(counter.items).toHaveCount(3);
  await expect(counter.code).toHaveValue('');

  // Enter with an empty code moves on to close the order.
  await expect(counter.code).toBeFocused();
  await keyboard.press('Enter');
  await expect(counter.closeOrder).toBeFocused();
  await keyboard.press('Enter');

  // 3,10 + 56,70 + 42,00
  await expect(counter.figure('TOTAL GERAL')).toHaveValue(brl('101,80'));
  await type(counter.method(1), 'pix');
  await type(counter.amount(1), '5090');
  await type(counter.method(2), 'din');
  await type(counter.amount(2), '6000');
  await expect(counter.figure('TROCO')).toHaveValue(brl('9,10'));
  await expect(counter.finish).toBeFocused();
  const opened = context.waitForEvent('page');
  await keyboard.press('Enter');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const receipt = await opened;
  await expect(receipt.getByRole('article')).toContainText(
    'referente a Lápis HB nº 2: x2, Caderno universitário: x3, Camiseta da escola: x1, ' +
      'pago por Pix R$ 50,90; Dinheiro R$ 60,00, estando assim quitado.',
  );
  await expect(counter.items).toHaveCount(0);
  await expect(counter.cpf).toBeFocused();
  expect(await salesIn(shop)).toBe(1);
});

test('Tab goes the same way, and past what is not worked with', async ({ page, counter }) => {
  await expect(counter.cpf).toBeFocused();
  await counter.cpf.fill('52998224725');
  const { keyboard } = page;
  const order = [
    counter.clientName,
    counter.registration,
    counter.studentName,
    counter.code,
    counter.productName,
    counter.quantity,
    counter.add,
  ];
  for (const field of order) {
    await keyboard.press('Tab');
    await expect(field).toBeFocused();
  }
  // Enter passes a student whom the sale does not have.
  await counter.registration.press('Enter');
  await expect(counter.code).toBeFocused();
  await counter.clientName.fill('Maria Souza');
  await counter.scan('101');
  await counter.closeOrder.press('Enter');

  await expect(counter.method(1)).toBeFocused();
  for (const method of ['Pix', 'Dinheiro']) {
    await keyboard.type(method);
    await keyboard.press('Tab');
    await keyboard.type('1000');
    await keyboard.press('Tab');
  }
  await expect(counter.method(3)).toBeFocused();
  // Tab skips the amounts without a method.
  const notes = page.getByRole('group', { name: 'Recebido em Dinheiro' }).getByRole('button');
  for (const field of [
    counter.method(4),
    counter.method(5),
    ...(await notes.all()),
    counter.editOrder,
    counter.finish,
  ]) {
    await keyboard.press('Tab');
    await expect(field).toBeFocused();
  }
});

test('Tab does not stop at a long list', async ({ page, shop }) => {
  await shop.sql(
    `INSERT INTO products (code, name, price_cents, active)
     SELECT 200 + n, 'Livro ' || n, 1000, true FROM generate_series(1, 30) AS n`,
  );
  const { counter } = await openCounter(page, shop);
  for (const typed of ['', '2']) {
    await counter.code.click();
    await counter.code.pressSequentially(typed);
    await expect(page.getByRole('option', { name: 'Livro 30' })).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(counter.productName).toBeFocused();
  }
});

test('? lists the shortcuts, and they do what it says', async ({ page, counter, shop }) => {
  const { keyboard } = page;
  const list = page.getByRole('dialog', { name: 'Atalhos do teclado' });

  await counter.clientName.pressSequentially('Maria?');
  await expect(counter.clientName).toHaveValue('Maria?');
  await expect(list).toBeHidden();

  await counter.closeOrder.focus();
  await keyboard.press('?');
  await expect(list).toBeVisible();
  await expect(list).toContainText('FINALIZAR VENDA');
  // Two columns, and nothing to scroll on a laptop.
  await page.setViewportSize({ width: 1366, height: 650 });
  const terms = await list
    .locator('dt')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(terms).size).toBe(2);
  expect(await list.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(counter.closeOrder).toBeFocused();

  await keyboard.press('F2');
  await keyboard.press('?');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('');
  // A click on its button leaves the focus in the field.
  await counter.clientName.focus();
  await chooseOnBar(page, 'Atalhos');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(counter.clientName).toBeFocused();
  await counter.code.focus();
  await keyboard.type('1?');
  await expect(counter.code).toHaveValue('1?');
  await expect(list).toBeHidden();

  await counter.takeOrder();
  await keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  await keyboard.press('Shift+F8');
  await expect(counter.code).toBeFocused();
  await keyboard.press('F8');
  await keyboard.type('pix');
  await keyboard.press('Enter');
  await keyboard.press('+');
  await expect(counter.amount(1)).toHaveValue(brl('18,90'));

  // Behind an open dialog they do nothing.
  await choose(page, 'FECHAR CAIXA');
  const dialog = page.getByRole('dialog').filter({ hasText: 'Nenhuma venda realizada hoje' });
  await expect(dialog).toBeVisible();
  for (const key of ['F9', 'Shift+F8', 'F2', 'F8']) await keyboard.press(key);
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(counter.finish).toBeEnabled();
  expect(await salesIn(shop)).toBe(0);
  await keyboard.press('F9');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(await salesIn(shop)).toBe(1);
});
