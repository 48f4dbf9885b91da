import { type BusinessDay, parseBusinessDay } from '@balcao/domain/dates/business-day.ts';
import { Refusal } from './refusal.ts';

/** The schema has checked the shape of `text`. Throws invalid_day when the calendar has no such day. */
export function businessDay(text: string, field: string): BusinessDay {
  const day = parseBusinessDay(text);
  if (!day) throw new Refusal('invalid_day', { field });
  return day;
}

/** The days of a list, both included; a missing one leaves that side open. Throws invalid_day. */
export function periodOf(
  { startDate, endDate }: { startDate?: string; endDate?: string },
  within: 'querystring' | 'body' = 'querystring',
): { from?: BusinessDay; to?: BusinessDay } {
  return {
    ...(startDate !== undefined && { from: businessDay(startDate, `${within}/startDate`) }),
    ...(endDate !== undefined && { to: businessDay(endDate, `${within}/endDate`) }),
  };
}
