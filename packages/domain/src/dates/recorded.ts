import { formatDay, formatTime, parseBusinessDay } from './business-day.ts';

/**
 * When something was recorded, as text: an instant in ISO 8601, without a zone in the shop's time; or a day
 * alone, which no zone moves. Any other text is no date, and shows as ''.
 */
export type Recorded = string;

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const NO_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** São Paulo has had no summer time since 2019. */
const SHOP_OFFSET = '-03:00';

/** The instant; undefined for a day alone and for what is no date. */
function instantOf(recorded: Recorded): Date | undefined {
  if (DAY_ALONE.test(recorded)) return undefined;
  const instant = new Date(NO_ZONE.test(recorded) ? `${recorded}${SHOP_OFFSET}` : recorded);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** dd/mm/yyyy in the shop's calendar. */
export function recordedDay(recorded: Recorded): string {
  const day = parseBusinessDay(recorded) ?? instantOf(recorded);
  return day ? formatDay(day) : '';
}

/** HH:MM in the shop's time; '' for a day alone. */
export function recordedTime(recorded: Recorded): string {
  const instant = instantOf(recorded);
  return instant ? formatTime(instant) : '';
}

/** 'dd/mm/yyyy às HH:MM', or the day alone. */
export function recordedMoment(recorded: Recorded): string {
  return [recordedDay(recorded), recordedTime(recorded)].filter(Boolean).join(' às ');
}
