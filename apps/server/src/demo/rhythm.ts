import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { weekdayOf } from '@balcao/domain/dates/periods.ts';
import { minutesOf } from './calendar.ts';

/** The half-hour from `from` (minutes since midnight), and its share of the day's sales. */
export type HalfHour = { from: number; busy: number };

export type OpenDay = {
  opens: string;
  closes: string;
  /** The average number of sales. */
  sales: number;
  /** Factor for uniforms, books and school material. */
  schoolGoods: number;
  halfHours: readonly HalfHour[];
};

const SUNDAY = 0;
const SATURDAY = 6;
const SALES_OF_A_WEEKDAY = 64;
const SALES_OF_A_SATURDAY = 26;
/** From Sunday to Saturday. */
const WEEKDAY_SHARE = [0, 1.15, 1.02, 1, 0.95, 0.88, 1];
const HOLIDAYS = ['01-01', '12-25'];

/** Salaries are paid in this week. */
const MONTH_START = { lastDay: 7, sales: 1.25 };

/** The school year of most of Brazil, as [first day, last day, sales, school goods]. */
const SEASONS: readonly (readonly [from: string, to: string, sales: number, goods: number])[] = [
  ['01-02', '01-18', 0.7, 1.5],
  ['01-19', '02-10', 1.6, 4],
  ['04-22', '05-03', 1.3, 2],
  ['07-01', '07-18', 0.7, 1],
  ['07-19', '08-08', 1.5, 3],
  ['10-05', '10-14', 1.4, 2.5],
  ['11-23', '12-05', 1.3, 2],
  ['12-16', '12-31', 0.6, 1],
];

const WEEKDAY = halfHoursFrom(
  '07:30',
  // Peaks: before the first class, break, lunch, afternoon break, before the evening classes.
  [9, 4, 2, 3, 7, 8, 3, 3, 5, 8, 9, 6, 3, 2, 3, 6, 6, 3, 3, 4, 6, 8, 7],
);
const SATURDAY_HALVES = halfHoursFrom('08:00', [3, 4, 6, 7, 8, 8, 7, 5, 4, 2]);

/** Undefined when the shop is closed. */
export function rhythmOf(day: BusinessDay): OpenDay | undefined {
  const weekday = weekdayOf(day);
  const date = day.slice(5);
  if (weekday === SUNDAY || HOLIDAYS.includes(date)) return undefined;
  const [, , season = 1, schoolGoods = 1] =
    SEASONS.find(([from, to]) => date >= from && date <= to) ?? [];
  const monthStart = Number(date.slice(3)) <= MONTH_START.lastDay ? MONTH_START.sales : 1;
  const busy = season * monthStart * (WEEKDAY_SHARE[weekday] ?? 1);
  return weekday === SATURDAY
    ? {
        opens: '08:00',
        closes: '13:00',
        sales: SALES_OF_A_SATURDAY * busy,
        schoolGoods,
        halfHours: SATURDAY_HALVES,
      }
    : {
        opens: '07:30',
        closes: '19:00',
        sales: SALES_OF_A_WEEKDAY * busy,
        schoolGoods,
        halfHours: WEEKDAY,
      };
}

function halfHoursFrom(opens: string, busy: readonly number[]): HalfHour[] {
  return busy.map((weight, index) => ({ from: minutesOf(opens) + 30 * index, busy: weight }));
}
