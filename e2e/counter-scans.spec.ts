import type { Locator, Page } from '@playwright/test';
import { barItem, brl, CPF, openCounter, SALE_MADE, salesIn, test } from './counter-screen.ts';
import { expect } from './fixtures.ts';
import { codeAndEnter, keysOf } from './scanner.ts';

const EAN = '7891234567895';
/** A code with as many digits as a CPF. */
const ELEVEN = '78912345678';

const stateOf = (field: Pick<Locator, 'evaluate'>) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => ({
    value,
    caret: [selectionStart, selectionEnd],
  }));

/** Puts the caret in the middle, where it has to be after the scan. */
const placeCaret = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.setSelectionRange(1, 1);
  });

test('a scan into any field of the order only adds its product', async ({ page, shop }) => {
  for (const [code, name] of [
    [EAN, 'Agenda'],
    [ELEVEN, 'Apostila'],
  ] as const) {
    await shop.admin.call('createProduct', { body: { code, name, price: 10, active: true } });
  }
  const { counter, seller } = await openCounter(page, shop);
  await seller.call('createClient', { body: { cpf: CPF, name: 'Maria Souza' } });
  const keys = await keysOf(page);

  // Into empty fields.
  const fields = [
    counter.cpf,
    counter.clientName,
    counter.registration,
    counter.studentName,
    counter.productName,
    counter.quantity,
  ];
  for (const [index, field] of fields.entries()) {
    await field.focus();
    const before = await stateOf(field);
    // Under the question of the last one no field is found by its role.
    const focused = page.locator(`[id="${await field.getAttribute('id')}"]`);
    await keys(codeAndEnter(['101', '102', '103', EAN, ELEVEN, EAN][index] as string), 30);
    expect((await stateOf(focused)).value).toBe(before.value);
    if (index === 5) break;
    await expect(counter.items).toHaveCount(index + 1);
    await expect(counter.code).toBeFocused();
  }
  // The last was in the list already.
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  await expect(question).toContainText('1 + 1 = 2');
  await page.keyboard.press('Escape');
  for (const name of ['Caderno', 'Lápis', 'Camiseta', 'Agenda', 'Apostila']) {
    await expect(
      counter.item(name).getByRole('cell', { name: '1', exact: true }).first(),
    ).toBeVisible();
    await counter.item(name).getByRole('button', { name: 'Remover' }).click();
  }

  // Into filled fields, with a registered client.
  await counter.cpf.fill(CPF);
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await counter.registration.fill('2026');
  await counter.studentName.fill('João');
  await counter.code.fill('103');
  await counter.code.press('Tab');
  await counter.quantity.fill('12');
  for (const [field, code, pace] of [
    [counter.cpf, ELEVEN, 5],
    [counter.cpf, '101', 30],
    [counter.clientName, EAN, 5],
    [counter.registration, '102', 30],
  ] as const) {
    await placeCaret(field);
    const before = await stateOf(field);
    await keys(codeAndEnter(code), pace);
    await expect(counter.code).toBeFocused();
    expect(await stateOf(field)).toEqual(before);
  }
  await counter.expectItems('Apostila', 'Caderno', 'Agenda', 'Lápis');
  await expect(counter.client).toContainText('Cliente cadastrado.');
  await expect(counter.clientName).toHaveValue('Maria Souza');
  // The entry fields keep their product.
  await expect(counter.productName).toHaveValue('Camiseta da escola');
  await expect(counter.quantity).toHaveValue('12');
  await expect(counter.sums.nth(0)).toHaveText('4');
});

test('a read may end in Tab, and may be any way to write the code', async ({
  page,
  shop,
  expectLeak,
}) => {
  const ean = '7891000315514';
  // Its first eleven digits are looked up as a CPF before the read ends.
  expectLeak(new RegExp(ean));
  for (const [code, name] of [
    [ean, 'Agenda'],
    ['036000291452', 'Apostila'],
  ] as const) {
    await shop.admin.call('createProduct', { body: { code, name, price: 10, active: true } });
  }
  const { counter } = await openCounter(page, shop);
  const keys = await keysOf(page);
  await counter.code.focus();
  await keys([...ean, 'Tab'], 8);
  await expect(counter.item('Agenda')).toBeVisible();
  await expect(counter.code).toBeFocused();
  await keys([...'0036000291452', 'Tab'], 8);
  await expect(counter.item('Apostila')).toBeVisible();
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('');
  for (const name of ['Agenda', 'Apostila']) {
    await counter.item(name).getByRole('button', { name: 'Remover' }).click();
  }

  for (const [read, end] of [
    [`]E0${ean}`, 'Enter'],
    [`]C1010${ean}10AB`, 'Tab'],
    [`(01)0${ean}`, 'Enter'],
    [`0${ean}`, 'Tab'],
    [ean, 'Tab'],
  ] as const) {
    await counter.cpf.focus();
    await keys([...read, end], 8);
    await expect(counter.item('Agenda')).toBeVisible();
    await expect(counter.cpf).toHaveValue('');
    await expect(counter.code).toBeFocused();
    await counter.item('Agenda').getByRole('button', { name: 'Remover' }).click();
  }

  // A person's Tab, and that of a program after a short code.
  await counter.code.focus();
  await keys([...ean, 'Tab'], 120);
  await expect(counter.quantity).toBeFocused();
  await expect(counter.items).toHaveCount(0);
  await counter.code.fill('');
  await counter.code.focus();
  await keys([...'101', 'Tab'], 8);
  await expect(counter.quantity).toBeFocused();
});

test('fast typing that is no code stays; typing by hand is no scan', async ({ page, counter }) => {
  const keys = await keysOf(page);
  await counter.cpf.focus();
  await keys(codeAndEnter(CPF), 5);
  await expect(counter.cpf).toHaveValue('529.982.247-25');
  await expect(counter.clientName).toBeFocused();
  await keys(codeAndEnter('Maria'), 5);
  await expect(counter.clientName).toHaveValue('Maria');
  await expect(counter.registration).toBeFocused();
  // A code, typed by a person.
  await keys(codeAndEnter('101'), 120);
  await expect(counter.registration).toHaveValue('101');
  await expect(counter.studentName).toBeFocused();
  await expect(counter.items).toHaveCount(0);
  await counter.registration.fill('');

  await counter.scan('102');
  await counter.closeOrder.click();
  await counter.method(1).fill('Dinheiro');
  await counter.method(1).press('Enter');
  await expect(counter.amount(1)).toBeFocused();
  await keys(codeAndEnter('5000'), 5);
  await expect(counter.amount(1)).toHaveValue(brl('50,00'));
  await counter.amount(1).fill('');
  await keys(codeAndEnter('103'), 120);
  await expect(counter.amount(1)).toHaveValue(brl('1,03'));
});

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

test('a code in Produto is found, an inactive one said', async ({ page, counter, shop }) => {
  const keys = await keysOf(page);
  await counter.productName.fill('103');
  await counter.productName.press('Enter');
  await expect(counter.productName).toHaveValue('Camiseta da escola');
  await expect(counter.quantity).toBeFocused();
  await counter.quantity.press('Enter');
  await counter.expectItems('Camiseta');

  // The counter has loaded its lists before.
  await shop.admin.call('createProduct', {
    body: { code: 'AG-19', name: 'Agenda 2019', price: 10, active: false },
  });
  const message = page.getByRole('alert').filter({ hasText: 'Agenda 2019 está inativo' });
  await counter.scan('AG-19');
  await expect(message).toBeVisible();
  await expect(counter.items).toHaveCount(1);
  await counter.scan('102');
  await expect(message).toBeHidden();
  await counter.registration.focus();
  await keys(codeAndEnter('AG-19'), 5);
  await expect(message).toBeVisible();
  await expect(counter.registration).toHaveValue('');
  await expect(counter.code).toBeFocused();
  await counter.expectItems('Camiseta', 'Lápis');
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

test('words in Cód that find nothing stay, to be mended', async ({ page, counter }) => {
  await counter.code.pressSequentially('caneta azul');
  await counter.code.press('Enter');
  await expect(counter.code).toHaveValue('caneta azul');
  await expect(counter.code).toBeFocused();
  // No list over it.
  await expect(page.getByText('Nenhum produto com o código caneta azul.')).toBeVisible();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  // They are selected: a code takes their place.
  const keys = await keysOf(page);
  await keys(codeAndEnter('101'), 5);
  await counter.expectItems('Caderno');
  await expect(counter.code).toHaveValue('');
  await counter.scan('A-99');
  await expect(page.getByText('Nenhum produto com o código A-99.')).toBeVisible();
  await expect(counter.code).toHaveValue('');
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
