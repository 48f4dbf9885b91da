import { type BusinessDay, firstOfMonth } from './business-day.ts';

/** Both days are included. */
export type Period = { readonly from: BusinessDay; readonly to: BusinessDay };

const DAY_MS = 86_400_000;
const MONDAY = 1;
const noonOf = (day: BusinessDay) => Date.parse(`${day}T12:00:00Z`);
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10) as BusinessDay;

export function addDays(day: BusinessDay, count: number): BusinessDay {
  return dayAt(noonOf(day) + count * DAY_MS);
}

/** The same day of another month, or its last one: a month after 31 January is 28 February. */
export function addMonths(day: BusinessDay, count: number): BusinessDay {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + count, Math.min(date, last), 12));
}

export function lastOfMonth(day: BusinessDay): BusinessDay {
  return addDays(addMonths(firstOfMonth(day), 1), -1);
}

/** 0 is Sunday. */
export function weekdayOf(day: BusinessDay): number {
  return new Date(noonOf(day)).getUTCDay();
}

export function daysIn({ from, to }: Period): number {
  return Math.round((noonOf(to) - noonOf(from)) / DAY_MS) + 1;
}

/**
 * The period with which another one is compared: a day, a week so far and other periods of at most seven days with the same
 * weekdays a week before, since a shop sells little on a Sunday; whole months with as many months before them,
 * months so far with the same days of as many months before, a year so far with that of the year before, any
 * other period with as many days before it.
 */
export function periodBefore({ from, to }: Period): Period {
  const days = daysIn({ from, to });
  const isMonth = from === firstOfMonth(from);
  // A month so far counts as one from its second day on, unless it is a week so far as well.
  if (days === 1 || (days <= 7 && (!isMonth || weekdayOf(from) === MONDAY))) {
    return { from: addDays(from, -7), to: addDays(to, -7) };
  }
  if (isMonth) {
    const back = (day: BusinessDay, months: number) => addMonths(day, -months);
    if (to === lastOfMonth(to)) {
      const months = monthsBetween(from, to) + 1;
      return { from: back(from, months), to: addDays(from, -1) };
    }
    const isYearSoFar = from.endsWith('-01-01') && monthsBetween(from, to) > 0;
    const months = isYearSoFar ? 12 : monthsBetween(from, to) + 1;
    if (months <= 12) return { from: back(from, months), to: back(to, months) };
  }
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** The same days of the year before; a month up to its last day stays one, also with a 29 February. */
export function yearBefore({ from, to }: Period): Period {
  const end = addMonths(to, -12);
  const isMonths = from === firstOfMonth(from) && to === lastOfMonth(to);
  return { from: addMonths(from, -12), to: isMonths ? lastOfMonth(end) : end };
}

function monthsBetween(from: BusinessDay, to: BusinessDay): number {
  const months = (day: BusinessDay) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));
  return months(to) - months(from);
}
