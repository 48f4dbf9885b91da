import type { BusinessDay } from '../dates/business-day.ts';
import { addDays, weekdayOf } from '../dates/periods.ts';
import { type Cents, cents, subtractCents } from '../money.ts';
import type { PercentHundredths } from '../sale-total.ts';

/** When a card's money comes and what is kept of it. */
export type CardTerms = { days: number; business_days: boolean; fee: PercentHundredths };

/** In days. */
export const LONGEST_SETTLEMENT = 60;

const isWeekend = (day: BusinessDay) => [0, 6].includes(weekdayOf(day));

/**
 * The day on which what was sold on `day` comes to the bank. Days count from the day after the sale, with or without
 * weekends, and money comes on no weekend. Holidays are not known here.
 */
export function settlementDay(
  day: BusinessDay,
  { days, business_days }: Pick<CardTerms, 'days' | 'business_days'>,
): BusinessDay {
  let settles = business_days ? day : addDays(day, days);
  for (let left = business_days ? days : 0; left > 0; left--)
    settles = workday(addDays(settles, 1));
  return workday(settles);
}

function workday(day: BusinessDay): BusinessDay {
  let next = day;
  while (isWeekend(next)) next = addDays(next, 1);
  return next;
}

/** The fee of all that a method took on a day, half a centavo up, and what is left of it. */
export function netOfFee(gross: Cents, fee: PercentHundredths): { fee: Cents; net: Cents } {
  const kept = cents(Math.floor((gross * fee + 5_000) / 10_000));
  return { fee: kept, net: subtractCents(gross, kept) };
}
