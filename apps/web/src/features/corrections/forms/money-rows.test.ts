import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { linesOf, type MoneyRow, rowsOf, rowsProblem } from './money-rows.ts';

const row = (method: string, amount: number | null): MoneyRow => ({
  method,
  amount: amount === null ? null : cents(amount),
});
const problem = (rows: MoneyRow[], total: number) =>
  rowsProblem(rows, cents(total))?.replaceAll('\u00a0', ' ');

test('a method that the shop no longer has is left to be chosen', () => {
  const lines = [{ method: 'Vale', amount: cents(100) }];
  expect(rowsOf(lines, ['Pix'])).toEqual([row('', 100)]);
  expect(rowsOf(lines, ['Vale'])).toEqual([row('Vale', 100)]);
  expect(rowsOf([], ['Pix'])).toEqual([row('', null)]);
});

test('says what is missing until the rows are the total', () => {
  expect(problem([row('Pix', 100)], 100)).toBeUndefined();
  expect(problem([row('', null)], 0)).toBeUndefined();
  expect(problem([row('Pix', 100), row('', 50)], 150)).toBe('Escolha a forma de pagamento.');
  expect(problem([row('Pix', 100), row('', null)], 150)).toBe('Faltam R$ 0,50 para R$ 1,50.');
  expect(problem([row('Pix', 200)], 150)).toBe('Passam R$ 0,50 de R$ 1,50.');
});

test('one method in two rows is one line, and rows without an amount are none', () => {
  const rows = [row('Pix', 100), row('Dinheiro', null), row('Pix', 50)];
  expect(linesOf(rows)).toEqual([{ method: 'Pix', amount: 1.5 }]);
});
