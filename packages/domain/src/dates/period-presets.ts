import { type BusinessDay, firstOfMonth } from './business-day.ts';
import { addDays, addMonths, lastOfMonth, weekdayOf } from './periods.ts';

/** The periods that one press chooses, up to `today`; both days are included. A week begins on Monday. */
export function periodPresets(today: BusinessDay) {
  const yesterday = addDays(today, -1);
  const month = firstOfMonth(today);
  const lastMonth = addMonths(month, -1);
  return {
    today: [today, today],
    yesterday: [yesterday, yesterday],
    thisWeek: [addDays(today, -((weekdayOf(today) + 6) % 7)), today],
    thisMonth: [month, today],
    lastMonth: [lastMonth, lastOfMonth(lastMonth)],
    thisYear: [`${today.slice(0, 4)}-01-01` as BusinessDay, today],
    twelveMonths: [addMonths(month, -11), today],
  } as const;
}
