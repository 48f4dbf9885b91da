import { brl, CPF, openCounter, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { EAN, placeCaret, stateOf } from '../scanned-fields.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';

/** A code with as many digits as a CPF. */
const ELEVEN = '78912345678';

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
