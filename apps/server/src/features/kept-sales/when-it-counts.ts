import { businessDayOf, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type KeptReason, LATE_AFTER_MINUTES, MOST_KEPT_HOURS } from '@balcao/domain/kept-sale.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import { isMonthClosed } from '../../database/closed.ts';
import type { Tx } from '../../database/connection.ts';
import { oneOf, rowOf } from '../../database/rows.ts';
import { isDayClosed } from '../closings/closings.service.ts';
import { shopSettings } from '../settings/settings.service.ts';

/** Which reasons a kept sale has for the administrators' list. */
export type Doubts = Partial<Record<KeptReason, boolean>>;

/** The time, and what the time by the computer's clock gives to doubt. A clock may be wrong by minutes. */
export async function readClock(tx: Tx, sellerId: number, madeAt: Date) {
  const { now, ...doubts } = await oneOf<{ now: Date } & Doubts>(tx)`
    SELECT now,
      made_at < now - some_minutes AS late,
      made_at < now - make_interval(hours => ${MOST_KEPT_HOURS}) AS too_old,
      made_at > now + some_minutes AS clock_ahead,
      NOT EXISTS (
        SELECT FROM sessions
        WHERE user_id = ${sellerId} AND started_at <= made_at + some_minutes
          AND least(ended_at, expires_at) > made_at) AS before_session
    FROM (SELECT clock_timestamp() AS now, ${madeAt}::timestamptz AS made_at,
      make_interval(mins => ${LATE_AFTER_MINUTES}) AS some_minutes) AS clock`;
  return { now, doubts };
}

type Asked = { sellerId: number; madeAt: Date; now: Date; doubts: Doubts };

/**
 * When a kept sale counts, and in which box: when it was made if that is believed, its month is not closed, and its box
 * still open, or in a shop without counted boxes the seller's day not closed; otherwise now. Month, day and box stay as
 * they are until the end of the transaction. Ask before it writes. Throws clock_in_closed_month.
 */
export async function whenItCounts(tx: Tx, { sellerId, madeAt, now, doubts }: Asked) {
  const isCounted = (await shopSettings(tx)).cash_box === 'counted';
  // A clock that is ahead by seconds dates nothing in the future.
  const at = madeAt < now ? madeAt : now;
  const day = businessDayOf(at);
  const isBelieved = !doubts.too_old && !doubts.clock_ahead && !doubts.before_session;
  const month_closed = isBelieved && (await isMonthClosed(tx, day));
  if (isBelieved && !month_closed) {
    const boxId = await lockOpenBox(tx, sellerId, at);
    const isOpen = boxId !== null || (!isCounted && !(await isDayClosed(tx, sellerId, day)));
    if (isOpen) return { at, boxId, why: {} };
  }
  await refuseClosedMonthNow(tx);
  const boxId = await lockOpenBox(tx, sellerId, now);
  const box_closed = (isBelieved && !month_closed) || (isCounted && boxId === null);
  return { at: now, boxId, why: { month_closed, box_closed } };
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
  const order = await rowOf<{ claim: string | null }>(tx)`
    SELECT claim FROM parked_sales WHERE seller_id = ${sellerId} AND order_key = ${key} FOR SHARE`;
  return order?.claim != null;
}
