import { formatDay, shopTimeOf } from '@balcao/domain/business-day.ts';

/** Formats an instant as dd/mm/yyyy HH:mm:ss in the shop's time; other texts stay as they are. */
export function formatInstant(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : `${formatDay(instant)} ${shopTimeOf(instant)}`;
}
