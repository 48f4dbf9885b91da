import type { Page } from '@playwright/test';
import { barItem, brl, CPF, openCounter, SALE_MADE, salesIn, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { EAN, placeCaret, stateOf } from '../scanned-fields.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';

/** Counts the sounds from the next load on. */
async function tonesOf(page: Page) {
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...at) {
      const { dataset } = document.documentElement;
      dataset.tones = `${Number(dataset.tones ?? 0) + 1}`;
      return start.apply(this, at);
    };
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
}

test('what an administrator registers meanwhile is found by an open counter', async ({
  page,
  counter,
  shop,
}) => {
  await counter.scan('101');
  const body = { code: '9991', name: 'Mochila', price: 80, active: true };
  const { id } = await shop.admin.call('createProduct', { body });
  await counter.scan('9991');
  await counter.expectItems('Caderno', 'Mochila');
  const items = [{ product: id, quantity: 1 }];
  await shop.admin.call('createMaterialList', {
    body: { code: '3ANO', name: '3º ano', valid_from: null, valid_to: null, active: true, items },
  });
  await counter.scan('3ano');
  await expect(page.getByRole('dialog', { name: '3º ano' })).toBeVisible();
});

test('a scan during the payment is refused', async ({ page, shop }) => {
  await shop.admin.call('createProduct', {
    body: { code: EAN, name: 'Agenda', price: 10, active: true },
  });
  const { counter } = await openCounter(page, shop);
  const keys = await keysOf(page);
  const ignored = counter.payment.getByRole('status').filter({ hasText: 'Leitura ignorada' });
  await counter.prepareSale('Pix', '1000');
  await counter.method(2).fill('din');
  for (const [field, code] of [
    [counter.method(2), '102'],
    // Three digits may be an amount.
    [counter.amount(1), EAN],
    [counter.method(1), '102'],
  ] as const) {
    await field.focus();
    if (field !== counter.method(1)) await placeCaret(field);
    const before = await stateOf(field);
    await keys(codeAndEnter(code), 30);
    await expect(ignored).toBeVisible();
    await expect(field).toBeFocused();
    expect(await stateOf(field)).toEqual(before);
  }
  await expect(counter.figure('VALOR PAGO')).toHaveValue(brl('10,00'));

  // Nobody types on a button, so there any code is a scan.
  await counter.amount(1).fill('1890');
  for (const [button, code] of [
    [counter.finish, '102'],
    [counter.finish, '7891234560'],
    [counter.editOrder, '102'],
  ] as const) {
    await button.focus();
    await keys(codeAndEnter(code), 5);
    await expect(ignored).toBeVisible();
    await expect(button).toBeFocused();
  }
  await expect(counter.items).toHaveCount(1);
  expect(await salesIn(shop)).toBe(0);

  // An Enter pressed by a person works as always.
  await counter.amount(1).focus();
  await page.keyboard.press('Enter');
  await expect(counter.finish).toBeFocused();
  await expect(ignored).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  expect(await salesIn(shop)).toBe(1);
});

test('a program that goes from a field to a button at a scanner’s pace presses it', async ({
  page,
  counter,
}) => {
  const keys = await keysOf(page);
  await counter.takeOrder();
  await counter.closeOrder.evaluate((button) =>
    addEventListener('keyup', ({ key }) => key === '9' && button.focus()),
  );
  await counter.registration.focus();
  await keys(codeAndEnter('20269'), 5);
  await expect(counter.editOrder).toBeEnabled();
});

test('the second Enter of a scan confirms no question', async ({ page, counter }) => {
  const keys = await keysOf(page);
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  // Under the question nothing is found by its role.
  const units = page.locator('tfoot td').first();
  await counter.code.focus();
  await keys([...codeAndEnter('101'), 'Enter'], 30);
  await expect(counter.items).toHaveCount(1);
  await expect(counter.code).toBeFocused();
  await keys(['Enter'], 30);
  await expect(counter.closeOrder).toBeFocused();
  for (const [field, quantity] of [
    [counter.registration, 2],
    [counter.code, 3],
  ] as const) {
    await field.focus();
    await keys([...codeAndEnter('101'), 'Enter'], 30);
    await expect(question.getByRole('button').and(page.locator(':focus'))).toBeVisible();
    await expect(units).toHaveText(`${quantity - 1}`);
    // Another code answers nothing.
    await keys(codeAndEnter('102'), 5);
    await expect(question).toContainText('Responda antes de ler o próximo código.');
    await keys(['Enter'], 300);
    await expect(question).toBeHidden();
    await expect(counter.sums.nth(0)).toHaveText(`${quantity}`);
  }
});

test('an unknown bar code changes no field and sounds', async ({ page, shop }) => {
  const tones = await tonesOf(page);
  const { counter } = await openCounter(page, shop);
  const keys = await keysOf(page);
  let heard = 0;
  const none = (code: string) => page.getByText(`Nenhum produto com o código ${code}.`);
  await counter.cpf.fill(CPF);
  await counter.clientName.fill('Maria Souza');
  await counter.registration.fill('2026');
  await counter.scan('102');
  await counter.code.fill('103');
  await counter.code.press('Tab');
  await counter.quantity.fill('12');
  for (const [field, code] of [
    [counter.cpf, '7891000315514'],
    [counter.clientName, '40170725'],
    [counter.registration, '036000291452'],
    [counter.studentName, '17891000315504'],
    [counter.quantity, '7891000315514'],
    [counter.productName, '40170725'],
  ] as const) {
    await placeCaret(field);
    const before = await stateOf(field);
    await keys(codeAndEnter(code), 5);
    await expect(none(code)).toBeVisible();
    expect(await stateOf(field)).toEqual(before);
    await expect.poll(tones).toBe(++heard);
  }
  await expect(counter.quantity).toHaveValue('12');
  await counter.expectItems('Lápis');
  // The newest five stay, over a reload too, until they are put away.
  const missed = page.getByRole('region', { name: 'Leituras que não entraram' });
  await expect(missed).toContainText(
    '40170725 · 036000291452 · 17891000315504 · 7891000315514 · 40170725',
  );
  await page.reload();
  heard = 0;
  await expect(missed).toContainText('17891000315504');
  await missed.getByRole('button', { name: 'Dispensar' }).click();
  await expect(missed).toHaveCount(0);
  await expect(counter.code).toBeFocused();

  // R$ 1,55 was once paid with R$ 78 billion by a scan.
  await counter.closeOrder.click();
  await counter.pay(1, 'Dinheiro', '200');
  for (const field of [counter.amount(1), counter.method(2)]) {
    await field.focus();
    const { value } = await stateOf(field);
    await keys(codeAndEnter('7891000315514'), 5);
    await expect(
      counter.payment.getByText('nenhum produto tem o código 7891000315514.'),
    ).toBeVisible();
    expect((await stateOf(field)).value).toBe(value);
    await expect.poll(tones).toBe(++heard);
  }
  await expect(counter.figure('TROCO')).toHaveValue(brl('0,45'));
  expect(await salesIn(shop)).toBe(0);
  await counter.editOrder.click();
  await expect(missed).toContainText('7891000315514 · 7891000315514');
  // They go with their order.
  await page.keyboard.press('F4');
  await expect(counter.cpf).toHaveValue('');
  await expect(missed).toHaveCount(0);
});

test('a single key outside of the fields is no read', async ({ page, counter }) => {
  const keys = await keysOf(page);
  const missed = page.getByRole('region', { name: 'Leituras que não entraram' });
  await counter.takeOrder();
  // A key of the payment, pressed before its fields are open, is no read.
  await counter.closeOrder.click();
  await expect(counter.method(1)).toBeFocused();
  for (const [text, shown] of [
    ['d', 0],
    ['99991', 1],
  ] as const) {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await keys(codeAndEnter(text), 5);
    await expect(counter.payment.getByText('Leitura ignorada')).toHaveCount(shown);
    await expect(missed).toHaveCount(shown);
  }
  // What goes in after all is no longer missed.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await keys(codeAndEnter('102'), 5);
  await expect(missed).toContainText('99991 · 102');
  await counter.editOrder.click();
  await keys(codeAndEnter('102'), 5);
  await counter.expectItems('Caderno', 'Lápis');
  await expect(missed).toHaveText(/: 99991 Dispensar$/);
});

test('an unknown code sounds, unless this device has turned it off', async ({ page, shop }) => {
  const tones = await tonesOf(page);
  const { counter } = await openCounter(page, shop);
  const isOn = async (on: boolean) => {
    const name = 'Som de leitura que não entra';
    const sound = await barItem(page, name);
    await expect(page.getByRole('menuitemcheckbox', { name, checked: on })).toBeVisible();
    return sound;
  };
  await counter.scan('101');
  expect(await tones()).toBe(0);
  await counter.scan('999');
  await expect.poll(tones).toBe(1);
  await (await isOn(true)).click();
  await page.reload();
  await isOn(false);
  await page.keyboard.press('Escape');
  await counter.scan('999');
  await expect(page.getByText('Nenhum produto com o código 999.')).toBeVisible();
  expect(await tones()).toBe(0);
  // Turned on, it says what it sounds like.
  await (await isOn(false)).click();
  await expect.poll(tones).toBe(1);
});
