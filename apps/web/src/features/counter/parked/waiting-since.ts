import { businessDayOf, formatDay, formatTime } from '@balcao/domain/dates/business-day.ts';

const DAY_MS = 86_400_000;

/** Since when an order waits, in words; `old` from the next day on. */
export function waitingSince(parkedAt: string, now: Date): { text: string; old: boolean } {
  const since = new Date(parkedAt);
  const time = formatTime(since);
  const day = businessDayOf(since);
  if (day === businessDayOf(now)) return { text: `desde ${time}`, old: false };
  const yesterday = businessDayOf(new Date(now.getTime() - DAY_MS));
  return { text: `desde ${day === yesterday ? 'ontem' : formatDay(day)}, ${time}`, old: true };
}
