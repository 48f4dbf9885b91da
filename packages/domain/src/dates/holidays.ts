import { type BusinessDay, parseBusinessDay } from './business-day.ts';
import { addDays } from './periods.ts';

/** A holiday of the shop's city or state: 'MM-DD' of every year, or one 'YYYY-MM-DD'. */
export type LocalHoliday = string & { readonly __unit: 'local holiday' };

/*
 * Days on which banks settle nothing, by the resolution 4.880 of 2020 of the National Monetary Council. On the last
 * working day of the year branches are closed to the public, but money still moves between banks, so it is none of
 * these; nor is Ash Wednesday, on which they open at noon.
 */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** Consciência Negra is a national holiday by the law 14.759 of 2023. */
const SINCE_2024 = '11-20';
/** In days from Easter: Monday and Tuesday of Carnaval, Good Friday, Corpus Christi. */
const BY_EASTER = [-48, -47, -2, 60];

const byYear = new Map<string, ReadonlySet<BusinessDay>>();

/** Whether the banks of the whole country are closed, which may be a Sunday as well. */
export function isNationalHoliday(day: BusinessDay): boolean {
  const year = day.slice(0, 4);
  const known = byYear.get(year) ?? holidaysOf(year);
  byYear.set(year, known);
  return known.has(day);
}

function holidaysOf(year: string): ReadonlySet<BusinessDay> {
  const fixed = Number(year) >= 2024 ? [...FIXED, SINCE_2024] : FIXED;
  const easter = easterOf(Number(year));
  return new Set([
    ...fixed.map((date) => `${year}-${date}` as BusinessDay),
    ...BY_EASTER.map((days) => addDays(easter, days)),
  ]);
}

/** A Sunday, by the Gregorian rule of Meeus, Jones and Butcher. */
export function easterOf(year: number): BusinessDay {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const at = h + l - 7 * m + 114;
  const twoDigits = (of: number) => `${of}`.padStart(2, '0');
  return `${year}-${twoDigits(Math.floor(at / 31))}-${twoDigits((at % 31) + 1)}` as BusinessDay;
}

export const isLocalHoliday = (day: BusinessDay, local: readonly LocalHoliday[]): boolean =>
  local.some((holiday) => day.endsWith(holiday));

/**
 * Reads '25/01' of every year, or '13/04/2026'. Undefined for any other text; a day that no calendar has is read as
 * well, so that the server can name it.
 */
export function typedHoliday(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text) ?? [];
  if (day === '') return undefined;
  return [...(year ? [year] : []), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

export const holidayText = (holiday: string): string => holiday.split('-').reverse().join('/');

/** Whether the calendar has the day; a leap year has all that are of every year. */
export const isDayOrDate = (text: string): text is LocalHoliday =>
  parseBusinessDay(text.length === 5 ? `2000-${text}` : text) !== undefined;
