import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { cents, sumCents } from '../money.ts';
import { periodReport } from '../period-report.ts';
import { runs } from '../testing/runs.ts';
import { type MonthRow, monthFigures } from './month-figures.ts';

const day = fc.integer({ min: 10, max: 31 }).map((date) => `2026-10-${date}` as BusinessDay);
const method = fc.constantFrom('Pix', 'Dinheiro', 'Cartão');
const row = fc
  .record({
    day,
    sellerId: fc.integer({ min: 1, max: 3 }),
    amounts: fc.array(fc.tuple(method, fc.integer({ min: 1, max: 99_999 })), {
      minLength: 1,
      maxLength: 5,
    }),
    change: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ amounts, change, ...rest }) => ({
    ...rest,
    payments: amounts.map(([name, amount]) => ({ method: name, amount: cents(amount) })),
    paid: sumCents(amounts.map(([, amount]) => cents(amount))),
    change,
  }));

const sale = row.map(({ paid, change, ...rest }): MonthRow => {
  const given = cents(Math.min(change, paid));
  const total = cents(paid - given);
  return {
    ...rest,
    kind: 'sale',
    sellerName: 'Vera',
    subtotal: total,
    totalGeneral: total,
    change: given,
  };
});
const refund = row.map(
  ({ payments, paid, ...rest }): MonthRow => ({
    ...{ ...rest, kind: 'refund', sellerName: 'Vera', change: cents(0) },
    ...{ subtotal: cents(-paid), totalGeneral: cents(-paid) },
    payments: payments.map((line) => ({ ...line, amount: cents(-line.amount) })),
  }),
);

const some = (rows: fc.Arbitrary<MonthRow>) => fc.array(rows, { maxLength: 4 });

test('days and sellers add up to the month, which is the period report of its rows', () => {
  fc.assert(
    fc.property(some(sale), some(refund), (sales, refunds) => {
      const month = monthFigures(sales, refunds);
      const report = periodReport(sales, refunds);
      expect(month.total).toBe(report.totalGeneral);
      expect(month.byMethod).toEqual(report.byMethod);
      expect(month.total).toBe(sumCents([month.sold, cents(-month.returned)]));
      const { sales: count, sold, returned, total } = month;
      for (const parts of [month.days, month.sellers]) {
        const added = (['sales', 'sold', 'returned', 'total'] as const).map((sum) =>
          parts.reduce((all, part) => all + part[sum], 0),
        );
        expect(added).toEqual([count, sold, returned, total]);
        expect(parts.map(({ byMethod }) => sumCents(byMethod.map(({ amount }) => amount)))).toEqual(
          parts.map((part) => part.total),
        );
      }
      expect(month.days.map((part) => part.day)).toEqual(
        [...new Set([...sales, ...refunds].map((made) => made.day))].sort(),
      );
    }),
    runs,
  );
}, 30_000);
