import { businessDayOf, firstOfMonth } from '@balcao/domain/dates/business-day.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { readPeriodSearch } from '../../ui/lists/list-address.ts';

/** Two business days, both included. */
export type ClosingsPeriod = { startDate: string; endDate: string };

/** Defaults to the first of the month and today, by the shop's calendar. */
export function readPeriod(address: Record<string, unknown>, now = timeNow()): ClosingsPeriod {
  const today = businessDayOf(now);
  return { startDate: firstOfMonth(today), endDate: today, ...readPeriodSearch(address) };
}
