import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { type KeptReason, LATE_AFTER_MINUTES, MOST_KEPT_HOURS } from '@balcao/domain/kept-sale.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import { isMonthClosed } from '../../database/closed.ts';
import type { Tx } from '../../database/connection.ts';
import { isDayClosed } from '../closings/closings.service.ts';
import { shopSettings } from '../settings/settings.service.ts';
import { type Clock, lockOpenBox } from './when-it-counts.repository.ts';

const MINUTE_MS = 60_000;
/** With one of these the time of the computer is not believed. */
const DISBELIEVED: readonly KeptReason[] = ['too_old', 'clock_ahead', 'before_session'];

/** What there is to say about the time by the computer's clock. */
export function doubtsAbout(madeAt: Date, { now, signedIn }: Clock): KeptReason[] {
  const minutes = (now.getTime() - madeAt.getTime()) / MINUTE_MS;
  const doubts: Partial<Record<KeptReason, boolean>> = {
    late: minutes > LATE_AFTER_MINUTES,
    too_old: minutes > MOST_KEPT_HOURS * 60,
    clock_ahead: minutes < -LATE_AFTER_MINUTES,
    before_session: !signedIn,
  };
  return (Object.keys(doubts) as KeptReason[]).filter((doubt) => doubts[doubt]);
}

type Asked = { sellerId: number; madeAt: Date; now: Date; doubts: readonly KeptReason[] };
type Place = { at: Date; boxId: number | null; why: KeptReason[] };

/**
 * When a kept sale counts, and in which box: when it was made if that is believed, its month is not closed, and its box
 * still open, or in a shop without counted boxes the seller's day not closed; otherwise now. Month, day and box stay as
 * they are until the end of the transaction. Ask before it writes. Throws clock_in_closed_month.
 */
export async function whenItCounts(tx: Tx, asked: Asked): Promise<Place> {
  const { sellerId, madeAt, now, doubts } = asked;
  const isCounted = (await shopSettings(tx)).cash_box === 'counted';
  const why: KeptReason[] = [];
  if (!doubts.some((doubt) => DISBELIEVED.includes(doubt))) {
    // A clock that is ahead by seconds dates nothing in the future.
    const at = new Date(Math.min(madeAt.getTime(), now.getTime()));
    const day = businessDayOf(at);
    if (await isMonthClosed(tx, day)) why.push('month_closed');
    else {
      const boxId = await lockOpenBox(tx, sellerId, at);
      if (boxId !== null) return { at, boxId, why };
      if (!isCounted && !(await isDayClosed(tx, sellerId, day))) return { at, boxId, why };
      why.push('box_closed');
    }
  }
  await refuseClosedMonthNow(tx);
  const boxId = await lockOpenBox(tx, sellerId, now);
  if (isCounted && boxId === null) why.push('box_closed');
  return { at: now, boxId, why };
}
