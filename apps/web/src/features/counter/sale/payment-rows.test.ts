import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { searchMethods } from '../payment/payment-methods.ts';
import { missingIn, NO_PAYMENTS, rowToComplete, withAmount, withMethod } from './payment-rows.ts';
import { paid } from './testing.ts';

test('an amount needs a method', () => {
  expect(withAmount(NO_PAYMENTS, 0, cents(100))).toBe(NO_PAYMENTS);
});

test('another method keeps the amount, none clears it', () => {
  const rows = paid('Pix', cents(100));
  expect(withMethod(rows, 0, 'Dinheiro')[0]).toEqual({ method: 'Dinheiro', amount: 100 });
  expect(withMethod(rows, 0, null)[0]).toEqual({ method: null, amount: null });
});

test('what is missing in a row is what the others leave', () => {
  const rows = withMethod(paid('Pix', cents(100)), 1, 'Dinheiro');
  expect(rowToComplete(rows)).toBe(1);
  expect(missingIn(rows, 1, cents(250))).toBe(150);
  expect(missingIn(rows, 0, cents(250))).toBe(250);
  expect(missingIn(rows, 1, cents(50))).toBe(0);
});

test('a method that starts with the text goes before one that only holds it', () => {
  const found = searchMethods(['Cartão de crédito', 'Dinheiro', 'Pix'], 'DI');
  expect(found.options.map((option) => option.key)).toEqual(['Dinheiro', 'Cartão de crédito']);
});
