import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { weekdayOf } from '@balcao/domain/dates/periods.ts';
import { dayNumber, minutesOf } from './calendar.ts';
import type { Random } from './random.ts';
import { rhythmOf } from './rhythm.ts';
import { type SampleSeller, sellers } from './sign-ins.ts';

/** `from` and `to` in minutes since midnight. */
export type OnDuty = { seller: SampleSeller; from: number; to: number };

const SATURDAY = 6;
/** The share of weekdays on which one seller is away. */
const ABSENCE = 0.12;

/** The sellers of a day; none when the shop is closed. */
export function staffOf(day: BusinessDay, random: Random): OnDuty[] {
  const hours = rhythmOf(day);
  if (!hours) return [];
  if (weekdayOf(day) === SATURDAY) {
    const pair = Math.floor(dayNumber(day) / 7) % 2;
    const { opens, closes } = hours;
    return sellers
      .filter((seller) => seller.saturdayPair === pair)
      .map((seller) => ({ seller, from: minutesOf(opens), to: minutesOf(closes) }));
  }
  const away = random.chance(ABSENCE) ? random.pick(sellers) : undefined;
  return sellers
    .filter((seller) => seller !== away)
    .map((seller) => ({
      seller,
      from: minutesOf(seller.shift.from),
      to: minutesOf(seller.shift.to),
    }));
}

/** A seller of that minute; without one, any seller of the day. */
export function sellerAt(staff: readonly OnDuty[], minutes: number, random: Random): SampleSeller {
  const there = staff.filter(({ from, to }) => minutes >= from && minutes < to);
  return random.pick(there.length > 0 ? there : staff).seller;
}
