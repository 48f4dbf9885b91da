import { expect, test } from 'vitest';
import type { BusinessDay } from './business-day.ts';
import { addDays, addMonths, daysIn, periodBefore, weekdayOf, yearBefore } from './periods.ts';

const period = (from: string, to: string) => ({ from: from as BusinessDay, to: to as BusinessDay });

test('days and months are counted over the ends of months and years', () => {
  expect(addDays('2026-12-31' as BusinessDay, 1)).toBe('2027-01-01');
  expect(addDays('2024-03-01' as BusinessDay, -1)).toBe('2024-02-29');
  expect(addMonths('2026-01-31' as BusinessDay, 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31' as BusinessDay, -1)).toBe('2025-12-31');
  expect(weekdayOf('2026-11-22' as BusinessDay)).toBe(0);
  expect(daysIn(period('2026-02-01', '2026-03-01'))).toBe(29);
});

test.each([
  ['a day with the same weekday', '2026-11-23', '2026-11-23', '2026-11-16', '2026-11-16'],
  ['a first of a month too', '2026-11-01', '2026-11-01', '2026-10-25', '2026-10-25'],
  ['a week so far with the same weekdays', '2026-11-23', '2026-11-25', '2026-11-16', '2026-11-18'],
  ['a week that begins a month too', '2026-06-01', '2026-06-03', '2026-05-25', '2026-05-27'],
  ['some days with the same weekdays', '2026-11-19', '2026-11-20', '2026-11-12', '2026-11-13'],
  ['ten days with the ten before', '2026-11-11', '2026-11-20', '2026-11-01', '2026-11-10'],
  ['a month so far, short of a week', '2026-10-01', '2026-10-02', '2026-09-01', '2026-09-02'],
  ['a week with the seven days before', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['a month so far with the same days', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['a month so far with a shorter month', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['a year so far with the same days', '2026-01-01', '2026-11-22', '2025-01-01', '2025-11-22'],
  [
    'twelve months so far with those before',
    '2025-12-01',
    '2026-11-22',
    '2024-12-01',
    '2025-11-22',
  ],
  ['a month with the month before', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['a quarter with the one before', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
])('%s', (_what, from, to, before, end) => {
  expect(periodBefore(period(from, to))).toEqual(period(before, end));
});

test.each([
  ['2026-11-01', '2026-11-22', '2025-11-01', '2025-11-22'],
  ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
])('a year before %s to %s', (from, to, before, end) => {
  expect(yearBefore(period(from, to))).toEqual(period(before, end));
});
