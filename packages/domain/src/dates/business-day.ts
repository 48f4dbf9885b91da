/** The shop's time zone; those of the server, the database and the browser do not matter. */
export const SHOP_TIME_ZONE = 'America/Sao_Paulo';

/** A calendar day 'YYYY-MM-DD' in the shop's time zone. */
export type BusinessDay = string & { readonly __unit: 'shop day' };

let dateAndTime: Intl.DateTimeFormat | undefined;

/** Made at its first use: that takes long, and the login and the counter show no date. */
const formatter = () => {
  dateAndTime ??= new Intl.DateTimeFormat('en-US', {
    timeZone: SHOP_TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return dateAndTime;
};

/** Uses parts, because versions of ICU differ in how they write a whole date (en-CA from 71 to 72). */
function partsOf(instant: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(
    formatter()
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
}

/** The shop's day of an instant. */
export function businessDayOf(instant: Date): BusinessDay {
  const { year, month, day } = partsOf(instant);
  return `${year}-${month}-${day}` as BusinessDay;
}

/** The shop's time of an instant, 'HH:MM:SS'. */
export function shopTimeOf(instant: Date): string {
  const { hour, minute, second } = partsOf(instant);
  return `${hour}:${minute}:${second}`;
}

/** Formats the shop's time of an instant as HH:MM. */
export function formatTime(instant: Date): string {
  return shopTimeOf(instant).slice(0, 5);
}

/** Reads 'YYYY-MM-DD'. Returns undefined unless the calendar has this day, from 2000 to 2999. */
export function parseBusinessDay(text: string): BusinessDay | undefined {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return real ? (text as BusinessDay) : undefined;
}

export function firstOfMonth(day: BusinessDay): BusinessDay {
  return `${day.slice(0, 8)}01` as BusinessDay;
}

/** Formats a day, or the shop's day of an instant, as dd/mm/yyyy. */
export function formatDay(given: BusinessDay | Date): string {
  const day = given instanceof Date ? businessDayOf(given) : given;
  return day.split('-').reverse().join('/');
}

/** Formats the shop's day and time of an instant as 'dd/mm/yyyy às HH:MM'. */
export function formatMoment(instant: Date): string {
  return `${formatDay(instant)} às ${formatTime(instant)}`;
}
