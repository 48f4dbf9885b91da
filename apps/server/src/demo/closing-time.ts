import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { instantOf, minutesOf } from './calendar.ts';
import type { Random } from './random.ts';
import type { OpenDay } from './rhythm.ts';
import type { OnDuty } from './shifts.ts';
import type { SampleSeller } from './sign-ins.ts';

export type ClosingPlan = {
  at: Date;
  day: BusinessDay;
  seller: SampleSeller;
  by: 'seller' | 'administrator';
};

const MINUTE_MS = 60_000;
/** The share of boxes that are closed again after a late sale. */
const TWICE = 0.07;
/** The share of boxes that the seller forgot; the administrator closes them in the evening. */
const FORGOTTEN = 0.04;

/** The times at which the day's boxes with sales are closed: mostly after the shift and its last sale. */
export function closingsOf(
  random: Random,
  day: BusinessDay,
  { closes }: OpenDay,
  staff: readonly OnDuty[],
  sales: readonly { at: Date; sale: { seller: SampleSeller } }[],
): ClosingPlan[] {
  return staff.flatMap(({ seller, to }) => {
    const times = sales
      .filter(({ sale }) => sale.seller === seller)
      .map(({ at }) => at.getTime())
      .sort((one, other) => one - other);
    const last = times.at(-1);
    const previous = times.at(-2);
    if (last === undefined) return [];
    const shiftsEnd = Math.max(last, instantOf(day, to).getTime());
    const after = (time: number, from: number, upTo: number) =>
      new Date(time + random.whole(from * 60, upTo * 60) * 1000);
    const atTheEnd: ClosingPlan = { at: after(shiftsEnd, 2, 12), day, seller, by: 'seller' };
    const habit = random.fraction();
    if (habit < FORGOTTEN) {
      const evening = Math.max(last, instantOf(day, minutesOf(closes)).getTime());
      return [{ ...atTheEnd, at: after(evening, 10, 70), by: 'administrator' }];
    }
    if (habit < FORGOTTEN + TWICE && previous !== undefined && last - previous > 4 * MINUTE_MS) {
      return [{ ...atTheEnd, at: after(previous, 1, 3) }, atTheEnd];
    }
    return [atTheEnd];
  });
}
