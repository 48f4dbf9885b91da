/** The shop's day is São Paulo's, wherever the server, the database and the browser think they are. */
export const SHOP_TIME_ZONE = 'America/Sao_Paulo';

/** A calendar day 'YYYY-MM-DD' in the shop's time zone. */
export type BusinessDay = string & { readonly __unit: 'shop day' };

const days = new Intl.DateTimeFormat('en-US', {
  timeZone: SHOP_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const times = new Intl.DateTimeFormat('en-US', {
  timeZone: SHOP_TIME_ZONE,
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** By parts: how ICU writes a whole date differs between its versions, for en-CA between 71 and 72. */
function joined(
  format: Intl.DateTimeFormat,
  instant: Date,
  types: readonly Intl.DateTimeFormatPartTypes[],
  separator: string,
): string {
  const parts = format.formatToParts(instant);
  return types.map((type) => parts.find((part) => part.type === type)?.value).join(separator);
}

/** The shop's day on which an instant falls. */
export function businessDayOf(instant: Date): BusinessDay {
  return joined(days, instant, ['year', 'month', 'day'], '-') as BusinessDay;
}

/** The shop's time of an instant, 'HH:MM:SS'. */
export function shopTimeOf(instant: Date): string {
  return joined(times, instant, ['hour', 'minute', 'second'], ':');
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
export function formatDay(given: BusinessDay | Date): string {
  const day = given instanceof Date ? businessDayOf(given) : given;
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}
