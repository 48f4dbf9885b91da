import type { Page } from '@playwright/test';
import { colourNamed } from '../colour.ts';
import { brl, CPF, openCounter, SALE_MADE, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';
import { codeAndEnter, keysOf } from '../scanner.ts';

/** As slowly as a hand. */
const BY_HAND = { delay: 120 };

/** Selects what the field holds and types over it, key by key. */
async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text, BY_HAND);
}

test('a code, Enter, a quantity, Enter: so many of it', async ({ page, counter }) => {
  const { keyboard } = page;
  const enterCode = async (code: string) => {
    await counter.code.focus();
    await keyboard.type(code, BY_HAND);
    await keyboard.press('Enter');
  };
  await enterCode('101');
  await counter.expectItems('1R$ 18,90');
  await counter.quantity.click();
  await typeOver(page, '3');
  await expect(counter.products).toContainText(
    'Enter em Qtd. muda a quantidade de Caderno universitário.',
  );
  await keyboard.press('Enter');
  await counter.expectItems('3R$ 56,70');
  await expect(counter.code).toBeFocused();
  await expect(counter.quantity).toHaveValue('1');

  // The button does the same, also after a person was typed.
  await enterCode('102');
  await counter.clientName.click();
  await keyboard.type('Maria', BY_HAND);
  await counter.quantity.click();
  await typeOver(page, '12');
  await counter.add.click();
  await counter.expectItems('3R$ 56,70', '12R$ 18,60');

  // Checked as any quantity.
  await enterCode('103');
  await counter.quantity.click();
  await typeOver(page, '10000');
  await keyboard.press('Enter');
  await expect(counter.products.getByRole('alert').first()).toHaveText(
    'A quantidade máxima de um produto é 9.999.',
  );
  await expect(counter.quantity).toBeFocused();
  await typeOver(page, '2');
  await keyboard.press('Enter');
  await counter.expectItems('3R$ 56,70', '12R$ 18,60', '2R$ 84,00');
});

test('a number that waits for a product is amber', async ({ page, counter }) => {
  await expect(counter.quantity).not.toHaveAttribute('data-waiting');
  await counter.quantity.click();
  await typeOver(page, '3');
  await expect(counter.quantity).toHaveCSS(
    'background-color',
    await colourNamed(page, '--warning-surface'),
  );
  await expect(counter.products).toContainText('Esta quantidade é do próximo produto.');
  await counter.code.click();
  await page.keyboard.type('101', BY_HAND);
  await page.keyboard.press('Enter');
  await counter.expectItems('3R$ 56,70');
  await expect(counter.quantity).toHaveValue('1');
  await expect(counter.quantity).not.toHaveAttribute('data-waiting');
});

test('what is no whole number is refused, and never sold as another', async ({ page, counter }) => {
  const { keyboard } = page;
  const refused = counter.products.getByText('A quantidade é um número inteiro.');
  await counter.code.click();
  await keyboard.type('101', BY_HAND);
  await keyboard.press('Tab');
  await expect(counter.quantity).toBeFocused();
  for (const text of ['1,5', '1.000', '3x']) {
    await typeOver(page, text);
    await expect(counter.quantity).toHaveValue(text);
    await expect(counter.entrySubtotal).toHaveValue(brl('0,00'));
    await keyboard.press('Enter');
    await expect(refused).toBeVisible();
    await expect(counter.quantity).toBeFocused();
    await counter.add.click();
    await expect(counter.items).toHaveCount(0);
  }
  // Digits after a negative number make no other one of it.
  await counter.quantity.click();
  await typeOver(page, '-12');
  await expect(counter.quantity).toHaveValue('0');
  await keyboard.press('Enter');
  await expect(
    counter.products.getByText('A quantidade precisa ser maior que zero.'),
  ).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await typeOver(page, '2');
  await keyboard.press('Enter');
  await counter.expectItems('2R$ 37,80');
});

test('a program that types without a pause sells what it typed', async ({ page, shop }) => {
  // "100" and "20" are codes too.
  for (const [code, name] of [
    ['100', 'Régua'],
    ['20', 'Cola'],
  ] as const) {
    await shop.admin.call('createProduct', { body: { code, name, price: 1, active: true } });
  }
  const { counter } = await openCounter(page, shop);
  const keys = await keysOf(page);
  const program = (text: string) => keys(codeAndEnter(text), 1);
  await counter.cpf.focus();
  await program(CPF);
  await program('Maria');
  await program('20260042');
  await program('João');
  await expect(counter.registration).toHaveValue('20260042');
  await counter.code.focus();
  await program('101');
  await counter.expectItems('Caderno');
  await counter.quantity.focus();
  await program('100');
  await counter.expectItems('Caderno universitário100R$ 1.890,00');
  await counter.code.focus();
  await program('20');
  await counter.expectItems('Caderno', 'Cola');
  await counter.closeOrder.click();
  await expect(counter.method(1)).toBeFocused();
  await program('din');
  await expect(counter.amount(1)).toBeFocused();
  await program('100');
  await expect(counter.amount(1)).toHaveValue(brl('1,00'));
  await expect(counter.method(2)).toBeFocused();
  await program('pix');
  // Enter twice at once: fills in what is missing, and finishes.
  await keys(['Enter', 'Enter'], 1);
  await expect(page.getByText(SALE_MADE)).toBeVisible();
  const { results } = await shop.admin.call('listSales');
  expect(results).toMatchObject([
    { total_general: 1891, student_data: { registration: '20260042', name: 'João' } },
  ]);
});

test('a quantity that is the code of a product is pointed out', async ({ page, shop }) => {
  const body = { code: '316', name: 'Régua', price: 1, active: true };
  await shop.admin.call('createProduct', { body });
  const { counter } = await openCounter(page, shop);
  const keys = await keysOf(page);
  const look = counter.products.getByText('316 também é o código de Régua');
  await counter.scan('101');
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
  await expect(counter.quantity).toBeFocused();
  // A program may type a quantity as fast, so it is one.
  await keys(codeAndEnter('316'), 1);
  await counter.expectItems('316R$ 5.972,40');
  await expect(look).toHaveText(
    '316 também é o código de Régua: confira a quantidade de Caderno universitário.',
  );
  // It stays until it has been put right.
  await counter.scan('102');
  await expect(look).toBeVisible();
  await page.getByRole('button', { name: 'Editar Caderno universitário' }).click();
  await expect(counter.quantity).toBeFocused();
  await typeOver(page, '2');
  await page.keyboard.press('Enter');
  await expect(look).toHaveCount(0);

  // Read behind a digit that was typed before.
  await counter.scan('103');
  await counter.quantity.click();
  await typeOver(page, '2');
  await keys(codeAndEnter('316'), 1);
  await expect(look).toHaveText(/confira a quantidade de Camiseta da escola\.$/);
  // 100 is no code here.
  await page.getByRole('button', { name: 'Editar Camiseta da escola' }).click();
  await typeOver(page, '100');
  await page.keyboard.press('Enter');
  await expect(look).toHaveCount(0);
});
