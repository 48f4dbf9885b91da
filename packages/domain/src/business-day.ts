/** The shop's day is São Paulo's, wherever the server, the database and the browser think they are. */
export const SHOP_TIME_ZONE = 'America/Sao_Paulo';

/** A calendar day 'YYYY-MM-DD' in the shop's time zone. */
export type BusinessDay = string & { readonly __unit: 'shop day' };

const dayParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: SHOP_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const brazilianDate = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** The shop's day on which an instant falls. */
export function businessDayOf(instant: Date): BusinessDay {
  return dayParts.format(instant) as BusinessDay;
}

/** Reads 'YYYY-MM-DD'; undefined unless it is a real calendar day from 2000 to 2999. */
export function parseBusinessDay(text: string): BusinessDay | undefined {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return real ? (text as BusinessDay) : undefined;
}

/** The first day of the month of a day. */
export function firstOfMonth(day: BusinessDay): BusinessDay {
  return `${day.slice(0, 8)}01` as BusinessDay;
}

/** A day (or the shop's day of an instant) as dd/mm/yyyy. */
export function formatDay(day: BusinessDay | Date): string {
  if (day instanceof Date) return brazilianDate.format(day);
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}
