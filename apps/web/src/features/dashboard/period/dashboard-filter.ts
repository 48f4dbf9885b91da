import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { weekdayOf } from '@balcao/domain/dates/periods.ts';
import { type Days, days, defineFilter, monthOrDay } from '../../../ui/lists/filter.ts';

export const dashboardFilter = defineFilter({ fields: days, otherwise: monthOrDay });

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;

const dayAndMonth = (day: string) => day.slice(5).split('-').reverse().join('/');
const whole = (day: string) => day.split('-').reverse().join('/');

/** '22/11/2026', '1 a 22/11/2026' or '24/12/2025 a 6/1/2026'. */
export function periodWords({ startDate, endDate }: Days): string {
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
