import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { LATE_AFTER_MINUTES } from '@balcao/domain/kept-sale.ts';
import type { Tx } from '../../database/connection.ts';
import { oneOf, rowOf } from '../../database/rows.ts';

export type Clock = { now: Date; signedIn: boolean };

/** The time, and whether a session of the seller was open at a moment by a clock that may be slow by minutes. */
export async function readClock(tx: Tx, sellerId: number, moment: Date): Promise<Clock> {
  return oneOf<Clock>(tx)`
    SELECT clock_timestamp() AS now, EXISTS (
      SELECT FROM sessions WHERE user_id = ${sellerId}
        AND started_at <= ${moment}::timestamptz + make_interval(mins => ${LATE_AFTER_MINUTES})
        AND least(ended_at, expires_at) > ${moment}::timestamptz) AS "signedIn"`;
}

/** The seller's box that was open at a moment of its day and still is. Its count waits for the transaction. */
export async function lockOpenBox(tx: Tx, sellerId: number, moment: Date): Promise<number | null> {
  const box = await rowOf<{ id: number }>(tx)`
    SELECT id FROM cash_boxes
    WHERE seller_id = ${sellerId} AND closed_at IS NULL AND counted_at IS NULL
      AND opened_at <= ${moment}::timestamptz
      AND day = (${moment}::timestamptz AT TIME ZONE ${SHOP_TIME_ZONE})::date
    FOR SHARE`;
  return box?.id ?? null;
}

/** Whether another counter has taken up the order of this key. Who would take it up now waits, and finds the sale. */
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
