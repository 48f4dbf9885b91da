import { businessDayOf, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type KeptReason, LATE_AFTER_MINUTES, MOST_KEPT_HOURS } from '@balcao/domain/kept-sale.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import { isMonthClosed } from '../../database/closed.ts';
import type { Tx } from '../../database/connection.ts';
import { oneOf, rowOf } from '../../database/rows.ts';
import { isDayClosed } from '../closings/closings.service.ts';
import { shopSettings } from '../settings/settings.service.ts';

type Clock = { now: Date; signedIn: boolean };

const MINUTE_MS = 60_000;
/** With one of these the time of the computer is not believed. */
const DISBELIEVED: readonly KeptReason[] = ['too_old', 'clock_ahead', 'before_session'];

/** Doubts about the time by the computer's clock. */
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

/** The time, and whether a session of the seller was open at a moment by a clock that may be slow by minutes. */
export async function readClock(tx: Tx, sellerId: number, moment: Date): Promise<Clock> {
  return oneOf<Clock>(tx)`
    SELECT clock_timestamp() AS now, EXISTS (
      SELECT FROM sessions WHERE user_id = ${sellerId}
        AND started_at <= ${moment}::timestamptz + make_interval(mins => ${LATE_AFTER_MINUTES})
        AND least(ended_at, expires_at) > ${moment}::timestamptz) AS "signedIn"`;
}

/** The seller's box that was open at a moment of its day and still is. Its count waits for the transaction. */
async function lockOpenBox(tx: Tx, sellerId: number, moment: Date): Promise<number | null> {
  const box = await rowOf<{ id: number }>(tx)`
    SELECT id FROM cash_boxes
    WHERE seller_id = ${sellerId} AND closed_at IS NULL AND counted_at IS NULL
      AND opened_at <= ${moment}::timestamptz
      AND day = (${moment}::timestamptz AT TIME ZONE ${SHOP_TIME_ZONE})::date
    FOR SHARE`;
  return box?.id ?? null;
}

/** Whether another counter has taken up the order of this key. A counter that would do so now waits, and finds the sale. */
export async function isTakenUp(tx: Tx, sellerId: number, key: string): Promise<boolean> {
  const order = await tx
    .selectFrom('parked_sales')
    .select('claim')
    .where('seller_id', '=', sellerId)
    .where('order_key', '=', key)
    .forShare()
    .executeTakeFirst();
  return order?.claim != null;
}
