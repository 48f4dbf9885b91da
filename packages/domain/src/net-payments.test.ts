import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, cents } from './money.ts';
import { changeNotFromCash, isCash, netPayments, sumByMethod } from './net-payments.ts';
import type { PaymentLine } from './payment-lines.ts';
import { runs } from './testing/runs.ts';

/** Listed by hand, so that the code under test does not decide what is cash. */
const CASH = ['Dinheiro', 'DINHEIRO', 'Em espécie', 'Espécie', 'ESPECIE', 'Dinheiro (caixa 2)'];
const NOT_CASH = ['Pix', 'Cartão de débito', 'Cartão de crédito', 'Boleto', 'Vale', '__proto__'];

test('methods named dinheiro or espécie are cash', () => {
  expect(CASH.filter(isCash)).toEqual(CASH);
  expect(NOT_CASH.filter(isCash)).toEqual([]);
  // Decomposed, as macOS writes it.
  expect(isCash('Espe\u0301cie')).toBe(true);
});

const line = fc.record({
  method: fc.oneof(fc.constantFrom(...CASH), fc.constantFrom(...NOT_CASH)),
  amount: fc
    .oneof(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 9 }))
    .map((value) => value as Cents),
});
/** Up to five lines, and a change that is not larger than their sum. */
const paid = fc.array(line, { maxLength: 5 }).chain((lines) => {
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const change = fc.oneof(fc.integer({ min: 0, max: sum }), fc.constantFrom(0, sum));
  return fc.tuple(fc.constant(lines), change.map(cents));
});

function turn(payment: PaymentLine | undefined): number {
  return CASH.includes(payment?.method ?? '') ? 0 : 1;
}

test.each<[string, [method: string, amount: number][], change: number, notCash: number]>([
  [
    'cash is enough',
    [
      ['Pix', 3000],
      ['Dinheiro', 5000],
    ],
    5000,
    0,
  ],
  [
    'cash is not enough',
    [
      ['Pix', 3000],
      ['Dinheiro', 500],
    ],
    800,
    300,
  ],
  [
    'there is no cash',
    [
      ['Pix', 3000],
      ['Vale', 500],
    ],
    800,
    800,
  ],
  ['there is no change', [['Pix', 3000]], 0, 0],
])('of the change, what does not come from cash: %s', (_when, lines, change, notCash) => {
  const paidLines = lines.map(([method, amount]) => ({ method, amount: cents(amount) }));
  const net = netPayments(paidLines, cents(change));
  const payments = paidLines.map((each, at) => ({ ...each, net: net[at]?.amount as Cents }));
  expect(changeNotFromCash(payments)).toBe(notCash);
});

test('net payments add up to the sale, with change out of cash first and from the last line up', () => {
  fc.assert(
    fc.property(paid, ([lines, change]) => {
      const before = structuredClone(lines);
      const net = netPayments(lines, change);
      expect(lines).toEqual(before);

      expect(net.map(({ method }) => method)).toEqual(lines.map(({ method }) => method));
      const taken = lines.map(({ amount }, index) => amount - (net[index]?.amount ?? Number.NaN));
      for (const [index, { amount }] of net.entries()) {
        expect(Number.isInteger(amount) && amount >= 0).toBe(true);
        expect(taken[index]).toBeGreaterThanOrEqual(0);
      }
      expect(taken.reduce((sum, part) => sum + part, 0)).toBe(change);

      // A line gives change only if every line before it in turn has nothing left.
      const turns = [...lines.keys()].sort((a, b) => turn(lines[a]) - turn(lines[b]) || b - a);
      const firstWithRest = turns.findIndex((index) => net[index]?.amount !== 0);
      const later = firstWithRest < 0 ? [] : turns.slice(firstWithRest + 1);
      expect(later.filter((index) => taken[index] !== 0)).toEqual([]);
    }),
    runs,
  );
});

test('change larger than what was paid is refused', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.integer({ min: 1 }), (lines, more) => {
      const sum = lines.reduce((all, { amount }) => all + amount, 0);
      expect(() => netPayments(lines, cents(sum + more))).toThrow(RangeError);
    }),
    runs,
  );
});

/** What was given back is below zero. */
const lineOfABox = fc
  .tuple(line, fc.boolean())
  .map(([one, back]) => (back ? { ...one, amount: cents(-one.amount) } : one));

test('sums per method hold every centavo, under each name once', () => {
  fc.assert(
    fc.property(fc.array(lineOfABox, { maxLength: 30 }), (lines) => {
      const sums = sumByMethod(lines);
      const names = [...new Set(lines.map(({ method }) => method))];
      const exact = names
        .map((method) => ({
          method,
          amount: lines.reduce((all, one) => (one.method === method ? all + one.amount : all), 0),
        }))
        .filter(({ amount }) => amount !== 0);
      expect(sums).toEqual(exact);
    }),
    runs,
  );
});
