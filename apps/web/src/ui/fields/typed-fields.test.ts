import { cents, formatCents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { positionAfter } from './cpf-field.tsx';
import { amountPasted, amountTyped } from './money-field.tsx';

test('digits are centavos, whatever stands around them', () => {
  expect(amountTyped('1', null)).toBe(1);
  expect(amountTyped('R$ 0,012', cents(1))).toBe(12);
  expect(amountTyped('100,00', null)).toBe(10000);
  expect(amountTyped('', cents(5))).toBeNull();
});

test('deleting goes down to R$ 0,00 and then to nothing', () => {
  expect(amountTyped('R$ 0,0', cents(5))).toBe(0);
  expect(amountTyped(formatCents(cents(0)).slice(0, -1), cents(0))).toBeNull();
  expect(amountTyped('0', null)).toBe(0);
});

test.each([
  ['12,5', 1250],
  ['12.50', 1250],
  ['1.234,56', 123_456],
  ['R$\u00a01.234,5', 123_450],
  ['1.234', 123_400],
  ['Total: R$ 77,10.', 7710],
  ['12,345', undefined],
  ['-3,00', undefined],
  ['2 x 12,50', undefined],
])('a pasted text is the amount it says: %s', (text, amount) => {
  expect(amountPasted(text)).toBe(amount);
});

test('the caret stays behind the digit it was behind', () => {
  expect(positionAfter('529.982.247-25', 0)).toBe(0);
  expect(positionAfter('529.982.247-25', 3)).toBe(3);
  expect(positionAfter('529.982.247-25', 4)).toBe(5);
  expect(positionAfter('529.982.247-25', 11)).toBe(14);
});
