import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { addDays, weekdayOf } from '../dates/periods.ts';
import { cents } from '../money.ts';
import { percentHundredths } from '../sale-total.ts';
import { runs } from '../testing/runs.ts';
import { netOfFee, settlementDay } from './card-settlement.ts';

// 6 March 2026 is a Friday.
it.each([
  ['2026-03-06', 1, true, '2026-03-09'],
  ['2026-03-07', 1, true, '2026-03-09'],
  ['2026-03-05', 2, true, '2026-03-09'],
  ['2026-03-06', 0, true, '2026-03-06'],
  ['2026-03-07', 0, true, '2026-03-09'],
  ['2026-03-06', 1, false, '2026-03-09'],
  ['2026-03-05', 1, false, '2026-03-06'],
  ['2026-02-05', 30, false, '2026-03-09'],
] as const)(
  'sold on %s, in %i days (of work: %s), it comes on %s',
  (day, days, business_days, to) => {
    expect(settlementDay(day as BusinessDay, { days, business_days })).toBe(to);
  },
);

test('money never comes on a weekend nor before its sale, and a later sale never settles earlier', () => {
  const sold = fc
    .integer({ min: 0, max: 1_000 })
    .map((at) => addDays('2026-01-01' as BusinessDay, at));
  const terms = fc.record({ days: fc.integer({ min: 0, max: 60 }), business_days: fc.boolean() });
  fc.assert(
    fc.property(sold, terms, (day, terms) => {
      const to = settlementDay(day, terms);
      const isWeekend = [0, 6].includes(weekdayOf(to));
      const isEarlier = settlementDay(addDays(day, 1), terms) < to;
      expect([isWeekend, to < day, isEarlier]).toEqual([false, false, false]);
    }),
    runs,
  );
});

it.each([
  [10_000, 1.99, 199],
  [4_990, 0, 0],
  // 0,5 centavo.
  [50, 1, 1],
  [49, 1, 0],
  [-10_000, 1.99, -199],
])('the fee of %i centavos at %d %% is %i', (gross, percent, fee) => {
  expect(netOfFee(cents(gross), percentHundredths(percent))).toEqual({ fee, net: gross - fee });
});
