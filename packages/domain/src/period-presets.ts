import { type BusinessDay, firstOfMonth } from './business-day.ts';
import { addDays, weekdayOf } from './periods.ts';

/** The periods that lists offer, up to `today`; both days are included. A week begins on Monday. */
export function periodPresets(today: BusinessDay) {
  const yesterday = addDays(today, -1);
  const endOfLastMonth = addDays(firstOfMonth(today), -1);
  return {
    today: [today, today],
    yesterday: [yesterday, yesterday],
    thisWeek: [addDays(today, -((weekdayOf(today) + 6) % 7)), today],
    thisMonth: [firstOfMonth(today), today],
    lastMonth: [firstOfMonth(endOfLastMonth), endOfLastMonth],
  } as const;
}
