import { expect, test } from 'vitest';
import type { BusinessDay } from './business-day.ts';
import { periodPresets } from './period-presets.ts';

const of = (day: string) => periodPresets(day as BusinessDay);

test('a day in the middle of a week and of a month', () => {
  expect(of('2026-11-25')).toEqual({
    today: ['2026-11-25', '2026-11-25'],
    yesterday: ['2026-11-24', '2026-11-24'],
    thisWeek: ['2026-11-23', '2026-11-25'],
    thisMonth: ['2026-11-01', '2026-11-25'],
    lastMonth: ['2026-10-01', '2026-10-31'],
    thisYear: ['2026-01-01', '2026-11-25'],
    twelveMonths: ['2025-12-01', '2026-11-25'],
  });
});

test('Monday begins a week, and weeks go over months and years', () => {
  expect(of('2026-11-23').thisWeek).toEqual(['2026-11-23', '2026-11-23']);
  expect(of('2026-11-22').thisWeek).toEqual(['2026-11-16', '2026-11-22']);
  expect(of('2027-01-01')).toMatchObject({
    yesterday: ['2026-12-31', '2026-12-31'],
    thisWeek: ['2026-12-28', '2027-01-01'],
    lastMonth: ['2026-12-01', '2026-12-31'],
  });
  expect(of('2028-03-31').lastMonth).toEqual(['2028-02-01', '2028-02-29']);
});
