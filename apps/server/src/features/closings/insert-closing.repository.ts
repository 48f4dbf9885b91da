import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { sql } from 'kysely';
import { gaveChangeNotCash } from '../../database/cash.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf, rowOf } from '../../database/rows.ts';

/** A closing adds up a counted box, or a seller's sales and corrections of a day that are in no box. */
export type Closable = { sellerId: number; day: BusinessDay; boxId: number | null };

/** The second of two concurrent closings of a day waits, and then sees the first. */
export async function lockDay(tx: Tx, sellerId: number, day: BusinessDay): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sellerId}, ${day}::date - '2000-01-01'::date)`.execute(
    tx,
  );
}

/** Whether a seller's day in no box has a closing. Another one waits for the transaction. */
export async function isDayClosed(tx: Tx, sellerId: number, day: BusinessDay): Promise<boolean> {
  await lockDay(tx, sellerId, day);
  const { closed } = await oneOf<{ closed: boolean }>(tx)`
    SELECT EXISTS (
      SELECT FROM closings WHERE seller_id = ${sellerId} AND day = ${day} AND box_id IS NULL) AS closed`;
  return closed;
}

/** Deleted users included: their last day may not be closed yet. */
export function findSeller(tx: Tx, id: number): Promise<{ id: number; name: string } | undefined> {
  return tx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** A sale that is deleted after its box was counted stays in the box's closing: it was in the count. */
const takings = ({ sellerId, day, boxId }: Closable) => sql`
  counted AS (
    SELECT kind, sale_id, correction_id, cents FROM entries
    WHERE seller_id = ${sellerId} AND day = ${day}::date
      AND box_id IS NOT DISTINCT FROM ${boxId}::integer
      AND (NOT deleted
        OR deleted_at > (SELECT counted_at FROM cash_boxes WHERE id = ${boxId}::integer))
  ), totals AS (
    SELECT count(*) FILTER (WHERE kind = 'sale') AS sales_count,
      coalesce(sum(cents) FILTER (WHERE kind = 'sale'), 0) AS sold_cents,
      count(correction_id) AS corrections_count,
      count(*) FILTER (WHERE kind IN ('refund', 'exchange')) AS refunds_count,
      -coalesce(sum(cents) FILTER (WHERE kind <> 'sale'), 0) AS returned_cents
    FROM counted
  ), lines AS (
    SELECT m.* FROM counted JOIN money_lines m
      ON m.sale_id = counted.sale_id AND m.correction_id IS NOT DISTINCT FROM counted.correction_id
    WHERE m.day = ${day}::date
  ), sums AS (
    SELECT row_number() OVER (ORDER BY method_name COLLATE pg_catalog."pt-BR-x-icu") AS line,
      method_name, sum(cents) AS net
    FROM lines GROUP BY method_name HAVING sum(cents) <> 0
  )`;

export type Takings = {
  sales_count: number;
  refunds_count: number;
  sold_cents: Cents;
  returned_cents: Cents;
  /** Net sums per method; none is zero. */
  payments: PaymentLine[];
};

/** The sums that a closing would hold now, all at one moment. */
export async function readTakings(db: Db, of: Closable): Promise<Takings> {
  return oneOf<Takings>(db)`
    WITH ${takings(of)}
    SELECT sales_count, refunds_count, sold_cents, returned_cents, (
      SELECT coalesce(json_agg(json_build_object('method', method_name, 'amount', net) ORDER BY line), '[]')
      FROM sums) AS payments
    FROM totals`;
}

/**
 * Writes the next version of a closing: its sales and corrections, their total and the net sums per method.
 * It is one statement, so that all are of the same moment. `made` is false when the newest version already
 * has the same ones. Undefined when a day has none.
 */
export async function insertClosing(
  tx: Tx,
  closing: Closable & {
    sellerName: string;
    closedBy: number;
  },
): Promise<{ id: number; made: boolean } | undefined> {
  const { sellerId, sellerName, day, boxId, closedBy } = closing;
  return rowOf<{ id: number; made: boolean }>(tx)`
    WITH ${takings(closing)}, newest AS (
      SELECT id, version, sales_count, corrections_count FROM closings
      WHERE seller_id = ${sellerId} AND day = ${day} AND box_id IS NOT DISTINCT FROM ${boxId}::integer
      ORDER BY version DESC LIMIT 1
    ), unchanged AS (
      SELECT newest.id FROM newest JOIN totals USING (sales_count, corrections_count)
      WHERE NOT EXISTS (
        SELECT sale_id FROM closing_sales WHERE closing_id = newest.id
        EXCEPT SELECT sale_id FROM counted WHERE kind = 'sale')
      AND NOT EXISTS (
        SELECT correction_id FROM closing_corrections WHERE closing_id = newest.id
        EXCEPT SELECT correction_id FROM counted)
    ), not_cash AS (
      SELECT coalesce(sum(amount_cents - cents), 0) AS cents, count(DISTINCT sale_id) AS sales
      FROM lines WHERE ${gaveChangeNotCash}
    ), closing AS (
      INSERT INTO closings (
        seller_id, day, version, seller_name, sales_count, corrections_count, refunds_count,
        returned_cents, total_cents, closed_at, closed_by, box_id, change_not_cash_cents,
        change_not_cash_sales)
      SELECT ${sellerId}, ${day}::date, coalesce((SELECT version FROM newest), 0) + 1,
        ${sellerName}, sales_count, corrections_count, refunds_count, returned_cents,
        sold_cents - returned_cents, now(), ${closedBy}::integer,
        ${boxId}::integer, not_cash.cents, not_cash.sales
      FROM totals, not_cash
      WHERE NOT EXISTS (SELECT FROM unchanged)
        AND (${boxId}::integer IS NOT NULL OR sales_count + corrections_count > 0)
      RETURNING id
    ), kept_sales AS (
      INSERT INTO closing_sales (closing_id, sale_id)
      SELECT closing.id, sale_id FROM closing, counted WHERE kind = 'sale'
    ), kept_corrections AS (
      INSERT INTO closing_corrections (closing_id, correction_id)
      SELECT closing.id, correction_id FROM closing, counted WHERE correction_id IS NOT NULL
    ), payments AS (
      INSERT INTO closing_payments (closing_id, line, method_name, net_cents)
      SELECT closing.id, line, method_name, net FROM closing, sums
    )
    SELECT id, true AS made FROM closing UNION ALL SELECT id, false FROM unchanged
  `;
}
