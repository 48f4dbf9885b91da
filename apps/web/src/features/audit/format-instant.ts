import { formatDay, SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';

const time = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** An instant as dd/mm/yyyy HH:mm:ss in the shop's time; what is no instant as it is. */
export function formatInstant(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : `${formatDay(instant)} ${time.format(instant)}`;
}
