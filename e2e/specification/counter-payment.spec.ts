import { brl, salesIn, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';

// Specification: 2.5, 2.15, 4.3
test('only the step at work can be worked on', async ({ page, counter }) => {
  await counter.takeOrder({ codes: ['101', '102'] });
  await expect(counter.resting(counter.payment)).toHaveCSS('filter', /blur/);
  await expect(counter.resting(counter.products)).toHaveCount(0);
  // Blurred or not, a click goes nowhere.
  const at = await counter.method(1).boundingBox();
  await page.mouse.click((at?.x ?? 0) + 20, (at?.y ?? 0) + 10);
  await expect(counter.method(1)).not.toBeFocused();

  await counter.closeOrder.click();
  await expect(counter.resting(counter.payment)).toHaveCount(0);
  await expect(counter.resting(counter.products)).toHaveCSS('filter', /blur/);
  await expect(counter.resting(counter.client)).toHaveCount(1);
  for (const field of [counter.code, counter.productName, counter.quantity, counter.add]) {
    await expect(field).toBeDisabled();
  }
  const row = counter.item('Caderno');
  for (const action of [/^Editar/, /^Remover/, /^Mover/]) {
    await expect(row.getByRole('button', { name: action })).toBeDisabled();
  }

  await counter.editOrder.click();
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toBeEnabled();
  await row.getByRole('button', { name: 'Remover' }).click();
  await counter.expectItems('Lápis');
  await counter.closeOrder.click();
  await expect(counter.figure('TOTAL GERAL')).toHaveValue(brl('1,55'));
});

// Specification: 5.5, 5.6
test('five rows take a method and centavos; paid and change follow', async ({ page, counter }) => {
  await counter.takeOrder({ codes: ['101', '102', '103'] });
  await counter.closeOrder.click();
  for (const label of ['SUBTOTAL', 'TOTAL BRUTO', 'TOTAL GERAL']) {
    await expect(counter.figure(label)).toHaveValue(brl('62,45'));
    await expect(counter.figure(label)).not.toBeEditable();
  }

  // Without a method there is no amount.
  for (const row of [1, 2, 3, 4, 5]) await expect(counter.amount(row)).toBeDisabled();
  await counter.method(1).click();
  await expect(page.getByRole('option')).toHaveText([
    'Cartão de crédito',
    'Cartão de débito',
    'Dinheiro',
    'Pix',
  ]);
  await counter.method(1).fill('cartao');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.getByRole('option', { name: 'Cartão de débito' }).click();
  await expect(counter.amount(1)).toBeFocused();
  await expect(counter.amount(2)).toBeDisabled();

  // Amounts are typed in centavos.
  for (const [key, shown] of [
    ['1', '0,01'],
    ['2', '0,12'],
    ['3', '1,23'],
    ['4', '12,34'],
    ['5', '123,45'],
    ['Backspace', '12,34'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(counter.amount(1)).toHaveValue(brl(shown));
  }
  await expect(counter.figure('VALOR PAGO')).toHaveValue(brl('12,34'));
  await expect(counter.figure('TROCO')).toHaveValue(brl('0,00'));
  await expect(counter.payment).toContainText('Faltam R$ 50,11');

  for (const row of [2, 3, 4, 5]) await counter.pay(row, 'Dinheiro', '2000');
  await expect(counter.figure('VALOR PAGO')).toHaveValue(brl('92,34'));
  await expect(counter.figure('TROCO')).toHaveValue(brl('29,89'));

  // Clearing a method clears its amount alone.
  await counter.payment.getByRole('button', { name: 'Limpar a escolha' }).nth(4).click();
  await expect(counter.amount(5)).toHaveValue('');
  await expect(counter.amount(5)).toBeDisabled();
  await counter.method(4).fill('');
  await expect(counter.amount(4)).toHaveValue('');
  await expect(counter.figure('VALOR PAGO')).toHaveValue(brl('52,34'));
  // Another method keeps the amount.
  await counter.method(3).fill('pix');
  await page.getByRole('option', { name: 'Pix' }).click();
  await expect(counter.amount(3)).toHaveValue(brl('20,00'));
});

test('the CPF of the next client is no amount', async ({ page, shop, counter }) => {
  const { keyboard } = page;
  const type = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key, { delay: 20 });
  };
  await counter.takeOrder();
  await counter.closeOrder.click();
  await counter.payment.getByRole('button', { name: 'Dinheiro', exact: true }).click();
  await keyboard.press('F9');
  await expect(counter.amount(1)).toBeFocused();
  await type(...'11144477735', 'Enter', 'Enter');
  await expect(counter.payment.getByText('Parece um CPF?')).toBeVisible();
  await expect(counter.amount(1)).toHaveValue(brl('0,05'));
  await type('F9');
  await expect(counter.payment.getByText('O valor pago não é suficiente')).toBeVisible();
  expect(await salesIn(shop)).toBe(0);
  // An amount takes its place, and goes on as always.
  await type(...'5000');
  await expect(counter.amount(1)).toHaveValue(brl('50,00'));
  await expect(counter.payment.getByText('Parece um CPF?')).toHaveCount(0);
  await type('Enter');
  await expect(counter.amount(1)).not.toBeFocused();
  await expect(counter.figure('TROCO')).toHaveValue(brl('31,10'));
});

test('an amount is put right in its middle, and what is pasted is the amount it says', async ({
  page,
  context,
  counter,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { keyboard } = page;
  const amount = counter.amount(1);
  await counter.prepareSale('Dinheiro', '123456');
  await amount.press('End');
  for (const [key, shown] of [
    ['ArrowLeft', '1.234,56'],
    ['ArrowLeft', '1.234,56'],
    ['ArrowLeft', '1.234,56'],
    ['Backspace', '123,56'],
    ['Backspace', '12,56'],
    ['9', '129,56'],
    // A separator stands for the digit beside it.
    ['Delete', '12,96'],
    ['Backspace', '1,26'],
    ['7', '12,76'],
    ['ArrowLeft', '12,76'],
    ['Backspace', '1,76'],
    ['Delete', '0,16'],
    ['Delete', '0,01'],
  ] as const) {
    await keyboard.press(key);
    await expect(amount, key).toHaveValue(brl(shown));
  }

  for (const [text, shown] of [
    ['12,5', '12,50'],
    ['1.234,56', '1.234,56'],
    ['R$ 1.234,5', '1.234,50'],
    ['12.50', '12,50'],
    // A dot before three digits groups thousands, as in a file that is imported.
    ['1.234', '1.234,00'],
    ['Total: R$ 77,10.', '77,10'],
    // Without a separator they are digits, as typed ones are.
    ['1250', '12,50'],
    // What is no amount changes nothing, and is said below.
    ['12,345', '12,50'],
    ['-3,00', '12,50'],
    ['12,5,3', '12,50'],
    ['a,b', '12,50'],
  ] as const) {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await amount.press('Control+a');
    await keyboard.press('Control+v');
    await expect(amount, text).toHaveValue(brl(shown));
  }
  const refused = counter.payment.getByText('O texto colado não é um valor.');
  await expect(refused).toBeVisible();
  await amount.press('End');
  await keyboard.press('5');
  await expect(amount).toHaveValue(brl('125,05'));
  await expect(refused).toHaveCount(0);
  // Programs set digits too.
  await amount.fill('12,50');
  await expect(amount).toHaveValue(brl('12,50'));
  await amount.fill('1250');
  await expect(amount).toHaveValue(brl('12,50'));
});

test('on a common laptop neither step scrolls the page', async ({ page, counter }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const scrolls = () =>
    page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight]);
  await counter.takeOrder({ codes: ['101', '102', '103'] });
  await counter.closeOrder.focus();
  expect(await scrolls()).toEqual([0, 0]);
  const place = await counter.finish.boundingBox();
  await counter.closeOrder.press('Enter');
  await expect(counter.method(1)).toBeFocused();
  expect(await scrolls()).toEqual([0, 0]);
  await page.keyboard.type('dinheiro');
  await page.keyboard.press('Enter');
  await expect(counter.payment.getByRole('button', { name: 'R$ 100' })).toBeVisible();
  expect(await scrolls()).toEqual([0, 0]);
  await page.keyboard.type('7000');
  await expect(counter.figure('TROCO')).toHaveValue(/7,55/);
  expect(await scrolls()).toEqual([0, 0]);
  expect(await counter.finish.boundingBox()).toEqual(place);
});

test('with five methods all that pays is above the foot, and a card is told by its name', async ({
  page,
  counter,
  shop,
}) => {
  await shop.admin.call('createPaymentMethod', { body: { name: 'Boleto' } });
  await page.reload();
  await counter.takeOrder();
  await page.setViewportSize({ width: 1366, height: 650 });
  await counter.closeOrder.click();
  await counter.pay(1, 'Cartão de crédito', '500');
  await counter.pay(2, 'Dinheiro', '500');
  const foot = async () => (await counter.figure('VALOR PAGO').boundingBox())?.y ?? 0;
  const chips = await counter.payment.getByRole('group', { name: 'Receber em' }).boundingBox();
  expect((chips?.y ?? 999) + (chips?.height ?? 0)).toBeLessThan(await foot());
  // On a large window the feet of both steps stand beside each other.
  await page.setViewportSize({ width: 1920, height: 1080 });
  const [close, finish] = [
    await counter.closeOrder.boundingBox(),
    await counter.finish.boundingBox(),
  ];
  expect(Math.abs((close?.y ?? 0) - (finish?.y ?? 999))).toBeLessThan(32);
  await page.setViewportSize({ width: 390, height: 844 });
  const cut = await counter
    .method(1)
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBe(0);
});
