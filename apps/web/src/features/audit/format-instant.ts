import { formatDay, shopTimeOf } from '@balcao/domain/business-day.ts';

/** An instant as dd/mm/yyyy HH:mm:ss in the shop's time; what is no instant as it is. */
export function formatInstant(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : `${formatDay(instant)} ${shopTimeOf(instant)}`;
}
