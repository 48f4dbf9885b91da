import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { runs } from '../testing/runs.ts';
import {
  businessDayOf,
  firstOfMonth,
  formatDay,
  formatMoment,
  parseBusinessDay,
  shopTimeOf,
} from './business-day.ts';

/** The summer times of São Paulo since 2000, by decree. Both changes are at midnight of the shop. */
const SUMMERS = `
  1999-10-03/2000-02-27 2000-10-08/2001-02-18 2001-10-14/2002-02-17 2002-11-03/2003-02-16
  2003-10-19/2004-02-15 2004-11-02/2005-02-20 2005-10-16/2006-02-19 2006-11-05/2007-02-25
  2007-10-14/2008-02-17 2008-10-19/2009-02-15 2009-10-18/2010-02-21 2010-10-17/2011-02-20
  2011-10-16/2012-02-26 2012-10-21/2013-02-17 2013-10-20/2014-02-16 2014-10-19/2015-02-22
  2015-10-18/2016-02-21 2016-10-16/2017-02-19 2017-10-15/2018-02-18 2018-11-04/2019-02-17`
  .trim()
  .split(/\s+/)
  .map((summer) => summer.split('/'))
  .map(([begin, end]) => ({
    begin: Date.parse(`${begin}T00:00:00-03:00`),
    end: Date.parse(`${end}T00:00:00-02:00`),
  }));
const HOUR = 3_600_000;

function dayByDecree(instant: Date): string {
  const time = instant.getTime();
  const summer = SUMMERS.some(({ begin, end }) => begin <= time && time < end);
  return new Date(time - (summer ? 2 : 3) * HOUR).toISOString().slice(0, 10);
}

const FIRST = Date.parse('2000-01-01T00:00:00Z');
const LAST = Date.parse('2100-01-01T00:00:00Z');
const changes = SUMMERS.flatMap(({ begin, end }) => [begin, end]);
const nearby = fc.integer({ min: -3 * HOUR, max: 3 * HOUR });
const instants = fc
  .oneof(
    fc.integer({ min: FIRST, max: LAST }),
    // Around midnight, in UTC and in the shop.
    fc
      .tuple(fc.integer({ min: 0, max: 36_524 }), nearby)
      .map(([day, offset]) => FIRST + day * 24 * HOUR + 2 * HOUR + offset),
    fc.tuple(fc.constantFrom(...changes), nearby).map(([change, offset]) => change + offset),
  )
  .map((time) => new Date(time));

function dayRule(dayOf: (instant: Date) => string) {
  return fc.property(instants, (instant) => dayOf(instant) === dayByDecree(instant));
}

const zoneHere = process.env.TZ;
afterEach(() => {
  if (zoneHere === undefined) delete process.env.TZ;
  else process.env.TZ = zoneHere;
  vi.restoreAllMocks();
});

test.each([
  ['UTC', 0],
  ['America/Sao_Paulo', 180],
  ['Asia/Tokyo', -540],
  ['Pacific/Kiritimati', -840],
  ['Pacific/Pago_Pago', 660],
])('the day is the shop’s if the process is in %s', (zone, minutes) => {
  process.env.TZ = zone;
  // Shows that the time zone has changed.
  expect(new Date('2026-07-01T12:00:00Z').getTimezoneOffset()).toBe(minutes);
  fc.assert(dayRule(businessDayOf), runs);
});

test('days and times do not depend on how ICU writes a whole date', () => {
  // ICU 72, in Safari, writes 11/21/2026 for en-CA.
  const prototype: { format: unknown } = Intl.DateTimeFormat.prototype;
  vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/21/2026');
  fc.assert(dayRule(businessDayOf), runs);
  const instant = new Date('2018-11-04T03:04:05Z');
  expect(formatMoment(instant)).toBe('04/11/2018 às 01:04');
  expect(shopTimeOf(new Date('2026-11-20T03:00:00Z'))).toBe('00:00:00');
});

test.each<[string, (instant: Date) => string]>([
  ['UTC', (instant) => instant.toISOString().slice(0, 10)],
  [
    'a shop without summer time',
    (instant) => new Date(instant.getTime() - 3 * HOUR).toISOString().slice(0, 10),
  ],
  ['the process', (instant) => instant.toLocaleDateString('en-CA')],
])('the day of %s would be seen', (_fault, dayOf) => {
  process.env.TZ = 'Asia/Tokyo';
  expect(fc.check(dayRule(dayOf), runs).failed).toBe(true);
});

test.each([
  // On an ordinary day 03:00 UTC is the shop's midnight.
  ['2026-11-20T02:59:59.999Z', '2026-11-19'],
  ['2026-11-20T03:00:00.000Z', '2026-11-20'],
  // 4 November 2018 began at one o'clock, without a midnight.
  ['2018-11-04T02:59:59.999Z', '2018-11-03'],
  ['2018-11-04T03:00:00.000Z', '2018-11-04'],
  // 17 February 2018 had the hour from 23:00 to 24:00 twice.
  ['2018-02-18T01:59:59.999Z', '2018-02-17'],
  ['2018-02-18T02:59:59.999Z', '2018-02-17'],
  ['2018-02-18T03:00:00.000Z', '2018-02-18'],
])('%s is on %s', (instant, day) => {
  expect(businessDayOf(new Date(instant))).toBe(day);
});

test('a day is read if the calendar has it', () => {
  const number = (max: number) => fc.integer({ min: 0, max });
  const dates = fc.tuple(number(3_100), number(14), number(33));
  const lengths = (year: number) => {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  };
  fc.assert(
    fc.property(dates, ([year, month, day]) => {
      const text = [
        String(year).padStart(4, '0'),
        ...[month, day].map((n) => String(n).padStart(2, '0')),
      ].join('-');
      const real =
        year >= 2000 && year < 3000 && day >= 1 && day <= (lengths(year)[month - 1] ?? 0);
      expect(parseBusinessDay(text)).toBe(real ? text : undefined);
    }),
    { ...runs, examples: [[[2000, 2, 29]], [[2100, 2, 29]], [[2024, 2, 29]], [[2026, 2, 30]]] },
  );
});

test.each([
  ...['', 'hoje', 'tomorrow', 'infinity', '2026-1-1', '2026-01-01 ', ' 2026-01-01'],
  ...['2026-01-01\n', '20260101', '+2026-01-01', '2026-01-01T00:00:00Z', '２０２６-01-01'],
])('%j is not a day', (text) => {
  expect(parseBusinessDay(text)).toBeUndefined();
});

// Specification: 9.1
test('days are written dd/mm/aaaa, also those of instants', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const day = businessDayOf(instant);
      const [year, month, date] = day.split('-');
      expect(formatDay(day)).toBe(`${date}/${month}/${year}`);
      expect(formatDay(instant)).toBe(formatDay(day));
      expect(firstOfMonth(day)).toBe(`${year}-${month}-01`);
    }),
    runs,
  );
});
