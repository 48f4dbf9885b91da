import { type BusinessDay, firstOfMonth } from '@balcao/domain/dates/business-day.ts';
import { addDays, addMonths } from '@balcao/domain/dates/periods.ts';

/** What the parts of a period are. */
export type Unit = 'day' | 'month' | 'year';

/** The first day of the part that a day is in. */
export function firstOf(unit: Unit, day: BusinessDay): BusinessDay {
  if (unit === 'day') return day;
  return unit === 'month' ? firstOfMonth(day) : (`${day.slice(0, 4)}-01-01` as BusinessDay);
}

/** The first day of the next one. */
export function nextFirst(unit: Unit, day: BusinessDay): BusinessDay {
  if (unit === 'day') return addDays(day, 1);
  return addMonths(firstOf(unit, day), unit === 'month' ? 1 : 12);
}
