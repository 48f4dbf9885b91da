import type { BusinessDay } from '../dates/business-day.ts';
import { isLocalHoliday, isNationalHoliday, type LocalHoliday } from '../dates/holidays.ts';
import { addDays, weekdayOf } from '../dates/periods.ts';
import { type Cents, cents, subtractCents } from '../money.ts';
import type { PercentHundredths } from '../sale-total.ts';

/** When a card's money comes, and the fee. */
export type CardTerms = { days: number; business_days: boolean; fee: PercentHundredths };

/** In days. */
export const LONGEST_SETTLEMENT = 60;

const isClosed = (day: BusinessDay, local: readonly LocalHoliday[]) =>
  [0, 6].includes(weekdayOf(day)) || isNationalHoliday(day) || isLocalHoliday(day, local);

/**
 * The day on which what was sold on `day` comes to the bank. Days count from the day after the sale, with or without
 * those on which banks are closed, and money comes on none of these: weekends, holidays of the country and local ones.
 */
export function settlementDay(
  day: BusinessDay,
  { days, business_days }: Pick<CardTerms, 'days' | 'business_days'>,
  local: readonly LocalHoliday[] = [],
): BusinessDay {
  let settles = business_days ? day : addDays(day, days);
  for (let left = business_days ? days : 0; left > 0; left--)
    settles = workday(addDays(settles, 1), local);
  return workday(settles, local);
}

function workday(day: BusinessDay, local: readonly LocalHoliday[]): BusinessDay {
  let next = day;
  while (isClosed(next, local)) next = addDays(next, 1);
  return next;
}

/** The money of sales before this day has come before `day`, on any terms. */
export function earliestSold(day: BusinessDay, local: readonly LocalHoliday[]): BusinessDay {
  let earliest = day;
  for (let workdays = 0; workdays <= LONGEST_SETTLEMENT; ) {
    earliest = addDays(earliest, -1);
    if (!isClosed(earliest, local)) workdays++;
  }
  return earliest;
}

/** The fee of all that a method took on a day, half a centavo up, and the net that is left. */
export function netOfFee(gross: Cents, fee: PercentHundredths): { fee: Cents; net: Cents } {
  const kept = cents(Math.floor((gross * fee + 5_000) / 10_000));
  return { fee: kept, net: subtractCents(gross, kept) };
}

/** What cards should have paid on a day, and did. */
export type PaidDay = {
  /** Before fees. */
  gross: Cents;
  expected: Cents;
  received: Cents;
  /** How many sales a fee was taken of. */
  sales: number;
};

/** equal: to the centavo. */
export type PaidState = 'equal' | 'rounding' | 'differs';

/**
 * Acquirers round the fee of each sale, and netOfFee() that of a day, so the two may be a centavo a sale apart. No
 * rounding takes all the money of a day, though its sales be of one centavo, nor pays more than was sold.
 */
export function paidState({ gross, expected, received, sales }: PaidDay): PaidState {
  if (received === expected) return 'equal';
  const isNear = Math.abs(subtractCents(received, expected)) <= sales;
  return isNear && received > 0 && received <= gross ? 'rounding' : 'differs';
}
