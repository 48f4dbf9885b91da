import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/**
 * Rows of `product_id`, `quantity` and `moment` for every followed product: so many were there at that moment, by its
 * newest count, or else none just before its first delivery. `upTo` looks back to that time.
 */
export function bases(
  which: RawBuilder<unknown> = sql`p.deleted_at IS NULL`,
  upTo = sql`'infinity'`,
) {
  return sql`
    SELECT p.id AS product_id, coalesce(c.quantity, 0) AS quantity,
      coalesce(c.counted_at, f.created_at - interval '1 microsecond') AS moment
    FROM products p
      LEFT JOIN LATERAL (
        SELECT quantity, counted_at FROM stock_count_results
        WHERE product_id = p.id AND counted_at <= (${upTo})::timestamptz
        ORDER BY counted_at DESC, count_id DESC LIMIT 1) AS c ON true
      LEFT JOIN LATERAL (
        SELECT created_at FROM stock_movement_lines
        WHERE product_id = p.id AND created_at <= (${upTo})::timestamptz
        ORDER BY created_at LIMIT 1) AS f ON c.counted_at IS NULL
    WHERE (c.counted_at IS NOT NULL OR f.created_at IS NOT NULL) AND ${which}`;
}

/**
 * Rows of `product_id`, `moment` and `units`: what came, less what went, after the moment of each row of `held`, whose
 * name is given. Whole months come from the stored sums, which have no deleted sale and are less what came back; the
 * rest of the moment's own month from its sales and corrections. A sale from before the moment that was deleted after
 * it came back; a sale from after it that was deleted never went.
 */
export function movedSince(held: string) {
  const h = sql.table(held);
  const monthOf = (day: RawBuilder<unknown>) => sql`date_trunc('month', ${day}::timestamp)::date`;
  const month = monthOf(sql`(h.moment AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)})`);
  const nextMonth = sql`(${month} + interval '1 month')::date`;
  const nextYear = sql`(date_trunc('year', ${month}::timestamp) + interval '1 year')::date`;
  const start = (day: RawBuilder<unknown>) =>
    sql`(${day})::timestamp AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)}`;
  // Each month is read once, however many products have their moment in it.
  const windows = sql`(
    SELECT min(h.moment) AS first, ${start(nextMonth)} AS past FROM ${h} h GROUP BY ${start(nextMonth)}) AS w`;
  return sql`
    SELECT h.product_id, h.moment, l.quantity AS units
    FROM ${h} h JOIN stock_movement_lines l ON l.product_id = h.product_id AND l.created_at > h.moment
    UNION ALL
    SELECT h.product_id, h.moment, i.quantity
    FROM sales s JOIN sale_items i ON i.sale_id = s.id
      JOIN ${h} h ON h.product_id = i.product_id AND s.created_at <= h.moment AND s.deleted_at > h.moment
    WHERE s.deleted_at IS NOT NULL AND s.deleted_at > (SELECT min(moment) FROM ${h})
    UNION ALL
    SELECT h.product_id, h.moment, -r.quantity
    FROM correction_items r JOIN corrections c ON c.id = r.correction_id
      JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      JOIN ${h} h ON h.product_id = i.product_id AND c.created_at > h.moment
    WHERE r.damaged
    UNION ALL
    SELECT h.product_id, h.moment, -s.units
    FROM ${h} h JOIN product_sums s ON s.product_id = h.product_id
      AND s.span = 'month' AND s.start >= ${nextMonth} AND s.start < ${nextYear}
    UNION ALL
    SELECT h.product_id, h.moment, -s.units
    FROM ${h} h JOIN product_sums s ON s.product_id = h.product_id
      AND s.span = 'year' AND s.start >= ${nextYear}
    UNION ALL
    SELECT h.product_id, h.moment, -item.quantity
    FROM sums_progress summed JOIN sales s ON s.id > summed.last_sale_id CROSS JOIN LATERAL (
        SELECT product_id, quantity FROM sale_items WHERE sale_id = s.id OFFSET 0) AS item
      JOIN ${h} h ON h.product_id = item.product_id AND s.business_day >= ${nextMonth}
    WHERE s.deleted_at IS NULL
    UNION ALL
    SELECT h.product_id, h.moment, r.quantity
    FROM sums_progress summed JOIN corrections c ON c.id > summed.last_correction_id
      JOIN correction_items r ON r.correction_id = c.id
      JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      JOIN ${h} h ON h.product_id = i.product_id AND c.business_day >= ${nextMonth}
    UNION ALL
    SELECT h.product_id, h.moment, -sold.quantity
    FROM ${windows} CROSS JOIN LATERAL (
        SELECT s.created_at, item.product_id, item.quantity
        FROM sales s CROSS JOIN LATERAL (
          SELECT product_id, quantity FROM sale_items WHERE sale_id = s.id OFFSET 0) AS item
        WHERE s.deleted_at IS NULL AND s.created_at > w.first AND s.created_at < w.past) AS sold
      JOIN ${h} h ON h.product_id = sold.product_id AND sold.created_at > h.moment
        AND w.past = ${start(nextMonth)}
    UNION ALL
    SELECT h.product_id, h.moment, r.quantity
    FROM ${windows} JOIN corrections c ON c.created_at > w.first AND c.created_at < w.past
      JOIN correction_items r ON r.correction_id = c.id
      JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      JOIN ${h} h ON h.product_id = i.product_id AND c.created_at > h.moment
        AND w.past = ${start(nextMonth)}`;
}

/** What is on hand of a product, also of a deleted one; null if it is not followed. */
export async function onHandOf(db: Db, product: number): Promise<number | null> {
  const { rows } = await sql<{ on_hand: number }>`
    ${onHandIn(sql`p.id = ${product}`)} SELECT on_hand FROM on_hand`.execute(db);
  return rows[0]?.on_hand ?? null;
}

/** A WITH clause that names `on_hand`: rows of `product` and `on_hand`. */
export const onHandIn = (which?: RawBuilder<unknown>) => sql`
  WITH held AS MATERIALIZED (${bases(which)}), on_hand AS MATERIALIZED (
    SELECT held.product_id AS product, (held.quantity + coalesce(moved.units, 0))::integer AS on_hand
    FROM held LEFT JOIN (
      SELECT product_id, sum(units) AS units FROM (${movedSince('held')}) AS parts
      GROUP BY product_id) AS moved USING (product_id))`;
