import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { givenBackBy } from './given-back.ts';
import { everythingLeft, unitsByLine, withinLeft, worthOfUnits } from './returned-units.ts';

const product = { id: 1, code: '1', name: 'Camiseta', price: 10 };
const item = (line: number, quantity: number, returned: number, total: number) => ({
  ...{ line, quantity, returned, total, product_info: product },
});
const SALE: SaleToCorrect = {
  id: 1,
  created_at: '2026-11-22T12:00:00.000Z',
  seller_name: 'Vera',
  client_name: 'Maria',
  student_name: null,
  subtotal: 50,
  total_general: 50,
  valor_pago: 50,
  troco: 0,
  items: [item(1, 3, 1, 10), item(2, 1, 0, 40)],
  payments: [
    { method: 'Troca', amount: 5 },
    { method: 'Pix', amount: 30 },
    { method: 'Dinheiro', amount: 15 },
  ],
  corrections: [],
  exchange_of: null,
};
type Made = SaleToCorrect['corrections'][number];
const made = (kind: Made['kind'], payments: Made['payments']) => ({ kind, payments }) as Made;

test('units stay within what is left, and their worths are those of the domain', () => {
  const units = withinLeft(SALE.items, { 1: 9 });
  expect(units).toEqual({ 1: 2, 2: 0 });
  expect(unitsByLine(units)).toEqual([{ line: 1, quantity: 2 }]);
  expect(worthOfUnits(SALE.items, units)).toBe(667);
  expect(worthOfUnits(SALE.items, everythingLeft(SALE.items))).toBe(4667);
});

test('money goes back the way it came, without the credit of an exchange', () => {
  const lines = (sale: SaleToCorrect, worth: number) =>
    givenBackBy(sale, cents(worth)).map(({ method, amount }) => [method, amount]);
  expect(lines(SALE, 0)).toEqual([]);
  expect(lines(SALE, 2_000)).toEqual([['Pix', 2_000]]);
  expect(lines(SALE, 4_000)).toEqual([
    ['Pix', 3_000],
    ['Dinheiro', 1_000],
  ]);
  // What the credit has paid goes back too.
  expect(lines(SALE, 5_000)).toEqual([
    ['Pix', 3_500],
    ['Dinheiro', 1_500],
  ]);
  const gaveBack = made('refund', [{ method: 'Pix', amount: -30 }]);
  expect(lines({ ...SALE, corrections: [gaveBack] }, 1_500)).toEqual([['Dinheiro', 1_500]]);
  const corrected = made('payments', [
    { method: 'Pix', amount: -30 },
    { method: 'Dinheiro', amount: 30 },
  ]);
  expect(lines({ ...SALE, corrections: [corrected] }, 1_000)).toEqual([['Pix', 1_000]]);
  const creditOnly = { ...SALE, payments: [{ method: 'Troca', amount: 50 }] };
  expect(lines(creditOnly, 1_000)).toEqual([['', 1_000]]);
});
