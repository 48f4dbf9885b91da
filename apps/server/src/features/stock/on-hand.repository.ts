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
        WHERE c.counted_at IS NULL AND product_id = p.id AND created_at <= (${upTo})::timestamptz
        ORDER BY created_at LIMIT 1) AS f ON true
    WHERE (c.counted_at IS NOT NULL OR f.created_at IS NOT NULL) AND ${which}`;
}

/**
 * Rows of `product_id`, `moment` and `units`, which are to be added up: what came, less what went, after the moment of
 * each row of the named `held`.
 */
export const movedSince = (held: string) => sql`
  SELECT moved.* FROM (
      SELECT array_agg(product_id) AS products, array_agg(moment) AS moments FROM ${sql.table(held)}) AS given
    CROSS JOIN LATERAL stock_moved(given.products, given.moments) AS moved`;

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
