import { expect, it, test } from 'vitest';
import type { BusinessDay } from './business-day.ts';
import {
  easterOf,
  holidayText,
  isDayOrDate,
  isLocalHoliday,
  isNationalHoliday,
  type LocalHoliday,
  typedHoliday,
} from './holidays.ts';
import { addDays, weekdayOf } from './periods.ts';

it.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  // The latest and the earliest of a century, and a year in which the simpler rule of Gauss is a week off.
  [2038, '2038-04-25'],
  [2008, '2008-03-23'],
  [2049, '2049-04-18'],
  [2076, '2076-04-19'],
])('Easter of %i is %s', (year, day) => {
  expect(easterOf(year)).toBe(day);
  expect(weekdayOf(easterOf(year))).toBe(0);
});

const daysOf = (year: number) => {
  const first = `${year}-01-01` as BusinessDay;
  return Array.from({ length: year % 4 ? 365 : 366 }, (_, at) => addDays(first, at));
};

/** As the banks' association lists them for 2024 and 2026; 12-31 is in neither list. */
const LISTED = {
  2024: '01-01 02-12 02-13 03-29 04-21 05-01 05-30 09-07 10-12 11-02 11-15 11-20 12-25',
  2026: '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25',
};

test.each(Object.entries(LISTED))('the days of %s on which banks are closed', (year, days) => {
  const closed = daysOf(Number(year)).filter(isNationalHoliday);
  expect(closed.map((day) => day.slice(5)).join(' ')).toBe(days);
});

test('20 November is a holiday of the country since 2024', () => {
  expect(isNationalHoliday('2023-11-20' as BusinessDay)).toBe(false);
});

test('a local holiday is of every year, or of one', () => {
  const local = ['01-25', '2026-04-13'] as LocalHoliday[];
  const days = ['2026-01-25', '2027-01-25', '2026-04-13', '2027-04-13'] as BusinessDay[];
  expect(days.map((day) => isLocalHoliday(day, local))).toEqual([true, true, true, false]);
});

test('a local holiday is read as Brazilians write it, and one that no calendar has is none', () => {
  const read = ['25/01', '5/1', '13/04/2026', '29/02', '31/04', '29/02/2027'].map(typedHoliday);
  expect(read).toEqual(['01-25', '01-05', '2026-04-13', '02-29', '04-31', '2027-02-29']);
  expect(read.map((day) => isDayOrDate(day ?? ''))).toEqual([true, true, true, true, false, false]);
  expect(['', '25', '25/01/26', '25-01', 'natal', '1/1/1/1'].map(typedHoliday)).toEqual(
    Array(6).fill(undefined),
  );
  expect(read.slice(0, 3).map((day) => holidayText(day ?? ''))).toEqual([
    ...['25/01', '05/01', '13/04/2026'],
  ]);
});
