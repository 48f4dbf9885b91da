import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, MAX_CENTS, ZERO } from './money.ts';
import {
  fitsTheBooks,
  type ItemInput,
  itemTotals,
  MAX_QUANTITY,
  type PercentHundredths,
  percentHundredths,
  saleTotals,
} from './sale-total.ts';
import { runs } from './testing/runs.ts';

const amount = fc
  .oneof(fc.integer({ min: 0, max: MAX_CENTS }), fc.integer({ min: 0, max: 1_000 }))
  .map((value) => value as Cents);
const percent = fc
  .oneof(
    fc.integer({ min: 0, max: 10_000 }),
    // These give halves of a centavo.
    fc.constantFrom(0, 50, 250, 500, 1_000, 1_250, 2_500, 5_000, 7_500, 10_000),
  )
  .map((value) => value as PercentHundredths);
const item: fc.Arbitrary<ItemInput> = fc.record({
  quantity: fc.oneof(fc.integer({ min: 1, max: MAX_QUANTITY }), fc.integer({ min: 1, max: 5 })),
  unitPrice: amount,
  discountPercent: percent,
});

/**
 * The rules of an item as inequalities of integers, without rounding: the discount is the nearest centavo
 * to subtotal × percent, and of two equally near ones the larger.
 */
// Specification: 5.7, 9.3
test('an item loses no centavo and rounds its discount half up', () => {
  const largest = { quantity: MAX_QUANTITY, unitPrice: MAX_CENTS, discountPercent: 9_999 };
  fc.assert(
    fc.property(item, (input) => {
      const { subtotal, discount, total } = itemTotals(input);
      expect(BigInt(subtotal)).toBe(BigInt(input.unitPrice) * BigInt(input.quantity));
      const aboveExact =
        BigInt(discount) * 10_000n - BigInt(subtotal) * BigInt(input.discountPercent);
      expect(aboveExact > -5_000n && aboveExact <= 5_000n).toBe(true);
      expect(total + discount).toBe(subtotal);
      expect(total >= 0).toBe(true);
    }),
    { ...runs, examples: [[largest as ItemInput]] },
  );
});

const sale = fc.record({
  items: fc.array(item.map(itemTotals), { maxLength: 12 }),
  generalDiscount: amount,
  payments: fc.array(amount, { maxLength: 5 }),
});
type Sale = Parameters<typeof saleTotals>[0];

// Specification: 3.15
test('the figures of a sale add up, paid in full or not', () => {
  fc.assert(
    fc.property(sale, (given: Sale) => {
      const totals = saleTotals(given);
      const sum = (values: readonly Cents[]) => values.reduce((all, one) => all + BigInt(one), 0n);
      expect(BigInt(totals.subtotal)).toBe(sum(given.items.map((line) => line.subtotal)));
      expect(BigInt(totals.total)).toBe(sum(given.items.map((line) => line.total)));
      expect(totals.totalGeneral).toBe(totals.total - given.generalDiscount);
      expect(BigInt(totals.paid)).toBe(sum(given.payments));
      expect(totals.change >= 0).toBe(true);
      if (totals.paid >= totals.totalGeneral) {
        expect(totals.paid - totals.change).toBe(totals.totalGeneral);
      } else {
        expect(totals.change).toBe(0);
      }
    }),
    runs,
  );
});

test('the books take exactly R$ 9.999.999,99', () => {
  const totals = { subtotal: MAX_CENTS, total: MAX_CENTS, totalGeneral: MAX_CENTS, change: ZERO };
  expect(fitsTheBooks({ ...totals, paid: MAX_CENTS })).toBe(true);
  expect(fitsTheBooks({ ...totals, paid: (MAX_CENTS + 1) as Cents })).toBe(false);
  expect(fitsTheBooks({ ...totals, subtotal: (MAX_CENTS + 1) as Cents, paid: ZERO })).toBe(false);
});

test('a percentage has at most two decimals, exactly', () => {
  const hundredths = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(hundredths, (value) => {
      expect(percentHundredths(Number(`${value}e-2`))).toBe(value);
    }),
    runs,
  );
  const twoDecimals = (value: number) =>
    /^\d{1,3}(\.\d{1,2})?$/.test(String(value)) && value <= 100;
  const others = fc
    .oneof(fc.double(), fc.double({ min: 0, max: 101 }))
    .filter((value) => !twoDecimals(value) && value !== 0);
  fc.assert(
    fc.property(others, (value) => {
      expect(() => percentHundredths(value)).toThrow(RangeError);
    }),
    runs,
  );
  expect(Object.is(percentHundredths(-0), 0)).toBe(true);
});
