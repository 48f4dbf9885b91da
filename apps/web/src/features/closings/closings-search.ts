import { businessDayOf, firstOfMonth } from '@balcao/domain/business-day.ts';
import { daysIn } from '../../ui/lists/list-search.ts';

/** Two days, both included. */
export type ClosingsPeriod = { startDate: string; endDate: string };

/** Reads an address that anybody may have typed; a day that is none is left out. */
export function readClosingsSearch(address: Record<string, unknown>): Partial<ClosingsPeriod> {
  return daysIn(address);
}

/** What the address leaves out: from the first of the month to today, in the shop. */
export function periodOf(search: Partial<ClosingsPeriod>, now = new Date()): ClosingsPeriod {
  const today = businessDayOf(now);
  return { startDate: firstOfMonth(today), endDate: today, ...search };
}
