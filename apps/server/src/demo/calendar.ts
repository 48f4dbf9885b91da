import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';

/** Whole days since 1970. They give the week, which decides whose Saturday it is. */
export function dayNumber(day: BusinessDay): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000;
}

/** '07:30' to minutes since midnight. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** São Paulo has had no daylight saving time since 2019. */
export function instantOf(day: BusinessDay, minutes: number): Date {
  return new Date(Date.parse(`${day}T00:00:00-03:00`) + Math.round(minutes * 60) * 1000);
}
