import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { isNationalHoliday, type LocalHoliday } from '../dates/holidays.ts';
import { addDays, weekdayOf } from '../dates/periods.ts';
import { cents } from '../money.ts';
import { percentHundredths } from '../sale-total.ts';
import { runs } from '../testing/runs.ts';
import {
  earliestSold,
  LONGEST_SETTLEMENT,
  netOfFee,
  paidState,
  settlementDay,
} from './card-settlement.ts';

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
  // Good Friday; the Friday before Carnaval; 12 October, a Monday; the last day of the year, on which banks settle.
  ['2026-04-02', 1, true, '2026-04-06'],
  ['2026-02-13', 1, true, '2026-02-18'],
  ['2026-10-10', 1, false, '2026-10-13'],
  ['2026-12-30', 1, true, '2026-12-31'],
  ['2026-12-31', 1, true, '2027-01-04'],
] as const)(
  'sold on %s, in %i days (of work: %s), it comes on %s',
  (day, days, business_days, to) => {
    expect(settlementDay(day as BusinessDay, { days, business_days })).toBe(to);
  },
);

test('no money comes on a local holiday', () => {
  const next = { days: 1, business_days: true };
  const on = (day: string, holiday: string) =>
    settlementDay(day as BusinessDay, next, [holiday as LocalHoliday]);
  expect(on('2026-03-12', '03-13')).toBe('2026-03-16');
  expect(on('2026-03-12', '2026-03-13')).toBe('2026-03-16');
  expect(on('2025-03-12', '2026-03-13')).toBe('2025-03-13');
});

const days = fc
  .integer({ min: 0, max: 1_000 })
  .map((at) => addDays('2026-01-01' as BusinessDay, at));
const terms = fc.record({
  days: fc.integer({ min: 0, max: LONGEST_SETTLEMENT }),
  business_days: fc.boolean(),
});
const local = fc.array(
  days.map((day) => day.slice(5) as LocalHoliday),
  { maxLength: 30 },
);

// Counting days is slow.
const fewer = { ...runs, numRuns: Math.ceil(runs.numRuns / 10) };

test('money never comes while banks are closed nor before its sale, and a later sale never settles earlier', () => {
  fc.assert(
    fc.property(days, terms, local, (day, terms, local) => {
      const to = settlementDay(day, terms, local);
      const isClosed =
        [0, 6].includes(weekdayOf(to)) ||
        isNationalHoliday(to) ||
        local.includes(to.slice(5) as LocalHoliday);
      const isEarlier = settlementDay(addDays(day, 1), terms, local) < to;
      expect([isClosed, to < day, isEarlier]).toEqual([false, false, false]);
    }),
    fewer,
  );
});

test('what was sold before the earliest day that is read has come', () => {
  fc.assert(
    fc.property(days, terms, local, (day, terms, local) => {
      const before = addDays(earliestSold(day, local), -1);
      expect(settlementDay(before, terms, local) < day).toBe(true);
    }),
    fewer,
  );
}, 60_000);

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

it.each([
  // gross, expected, received, sales
  [10_050, 9_850, 9_850, 2, 'equal'],
  [10_050, 9_850, 9_848, 2, 'rounding'],
  [10_050, 9_850, 9_852, 2, 'rounding'],
  [10_050, 9_850, 9_847, 2, 'differs'],
  [10_050, 9_850, 9_853, 2, 'differs'],
  // Two sales of one centavo each: one of them may go into fees, both may not, and no more comes than was sold.
  [2, 2, 1, 2, 'rounding'],
  [2, 2, 0, 2, 'differs'],
  [2, 2, 3, 2, 'differs'],
  [3_000, 2_940, 3_001, 100, 'differs'],
  // Nothing was sold, or no fee is taken of what was.
  [0, 0, 1, 0, 'differs'],
  [5_000, 5_000, 4_999, 0, 'differs'],
  // More came back than was sold.
  [-2_000, -1_960, 0, 1, 'differs'],
  [0, 0, 0, 0, 'equal'],
] as const)(
  'of %i centavos sold, %i expected and %i received in %i sales: %s',
  (gross, expected, received, sales, state) => {
    const day = { gross: cents(gross), expected: cents(expected), received: cents(received) };
    expect(paidState({ ...day, sales })).toBe(state);
  },
);

test('what an acquirer pays that rounds the fee of each sale, in whichever way, is never a difference', () => {
  const sale = fc.integer({ min: 1, max: 100_000 });
  const rounds = fc.constantFrom(Math.floor, Math.round, Math.ceil);
  fc.assert(
    fc.property(
      fc.array(sale, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 999 }).map((hundredths) => percentHundredths(hundredths / 100)),
      rounds,
      (sales, fee, round) => {
        const gross = cents(sales.reduce((sum, of) => sum + of, 0));
        const fees = sales.reduce((sum, of) => sum + round((of * fee) / 10_000), 0);
        fc.pre(fees < gross);
        const { net } = netOfFee(gross, fee);
        const received = cents(gross - fees);
        expect(paidState({ gross, expected: net, received, sales: sales.length })).not.toBe(
          'differs',
        );
      },
    ),
    runs,
  );
});
