import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, cents, sumCents } from './money.ts';
import { netLineTotals, refundWorth } from './refund-worth.ts';
import { runs } from './testing/runs.ts';

const amount = fc
  .oneof(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 20 }))
  .map(cents);

const discountedSale = fc
  .array(amount, { minLength: 1, maxLength: 8 })
  .chain((totals) =>
    fc.tuple(
      fc.constant(totals),
      fc.oneof(
        fc.integer({ min: 0, max: sumCents(totals) }).map(cents),
        fc.constantFrom(cents(0), sumCents(totals)),
      ),
    ),
  );

test('the lines of a sale add up to it, and none is off its share by a centavo or more', () => {
  fc.assert(
    fc.property(discountedSale, ([totals, discount]) => {
      const nets = netLineTotals(totals, discount);
      const all = sumCents(totals);
      expect(sumCents(nets)).toBe(all - discount);
      for (const [line, total] of totals.entries()) {
        const net = nets[line] as Cents;
        expect(net >= 0 && net <= total).toBe(true);
        // |share − exact share| < 1, without fractions.
        const off = BigInt(total - net) * BigInt(all) - BigInt(total) * BigInt(discount);
        expect(all === 0 || (off < BigInt(all) && off > -BigInt(all))).toBe(true);
      }
    }),
    runs,
  );
});

test('the centavos that are left go to the largest remainders, the earlier line first', () => {
  expect(netLineTotals([1000, 1000, 1000].map(cents), cents(100))).toEqual([966, 967, 967]);
  expect(netLineTotals([100, 200, 700].map(cents), cents(33))).toEqual([97, 193, 677]);
  expect(netLineTotals([cents(0)], cents(0))).toEqual([0]);
});

/** A line, and the quantities that come back one after the other. */
const returned = fc
  .tuple(amount, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }))
  .map(([netTotal, parts]) => ({ netTotal, parts }));

test('what comes back in parts is together the line, and no part is off by a centavo or more', () => {
  fc.assert(
    fc.property(returned, ({ netTotal, parts }) => {
      const quantity = parts.reduce((sum, units) => sum + units, 0);
      let before = 0;
      let sum = 0;
      for (const units of parts) {
        const worth = refundWorth({ netTotal, quantity, before, units });
        expect(worth).toBeGreaterThanOrEqual(0);
        const off = worth * quantity - netTotal * units;
        expect(Math.abs(off)).toBeLessThanOrEqual(quantity);
        before += units;
        sum += worth;
      }
      expect(sum).toBe(netTotal);
    }),
    runs,
  );
});

test('half a centavo is rounded up, and more than was sold is refused', () => {
  const line = { netTotal: cents(1001), quantity: 2 };
  expect(refundWorth({ ...line, before: 0, units: 1 })).toBe(501);
  expect(refundWorth({ ...line, before: 1, units: 1 })).toBe(500);
  expect(() => refundWorth({ ...line, before: 1, units: 2 })).toThrow(RangeError);
});
