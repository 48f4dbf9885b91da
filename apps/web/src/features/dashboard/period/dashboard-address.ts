import {
  type BusinessDay,
  businessDayOf,
  firstOfMonth,
} from '@balcao/domain/dates/business-day.ts';
import { weekdayOf } from '@balcao/domain/dates/periods.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { readDays } from '../../../ui/lists/list-address.ts';

export type DashboardPeriod = { startDate: string; endDate: string };

/** Defaults to the month so far, by the shop's calendar. */
export function readPeriod(address: Record<string, unknown>, now = timeNow()): DashboardPeriod {
  const { startDate, endDate } = readDays(address);
  const today = businessDayOf(now);
  if (!startDate && !endDate) return { startDate: firstOfMonth(today), endDate: today };
  return { startDate: startDate || endDate, endDate: endDate || startDate };
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;

const dayAndMonth = (day: string) => day.slice(5).split('-').reverse().join('/');
const whole = (day: string) => day.split('-').reverse().join('/');

/** '22/11/2026', '1 a 22/11/2026' or '24/12/2025 a 6/1/2026'. */
export function periodWords({ startDate, endDate }: DashboardPeriod): string {
  if (startDate === endDate) return whole(startDate);
  if (startDate.slice(0, 7) === endDate.slice(0, 7)) {
    return `${startDate.slice(8)} a ${whole(endDate)}`;
  }
  return `${whole(startDate)} a ${whole(endDate)}`;
}

/** The name of a day, a month or a year in a chart. */
export function partName(unit: 'day' | 'month' | 'year', startDate: string): string {
  if (unit === 'day') return dayAndMonth(startDate);
  return unit === 'month'
    ? `${startDate.slice(5, 7)}/${startDate.slice(0, 4)}`
    : startDate.slice(0, 4);
}

export const weekdayOfDay = (day: string) => WEEKDAYS[weekdayOf(day as BusinessDay)] ?? '';
