import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of `product_id`, `quantity`, `moment` and `gone_before` for every followed product: so many were there at that
 * moment, by its newest count, or else none just before its first delivery.
 */
export const bases = (which: RawBuilder<unknown> = sql`p.deleted_at IS NULL`) => sql`
  SELECT p.id AS product_id, coalesce(c.quantity, 0) AS quantity,
    coalesce(c.counted_at, f.created_at - interval '1 microsecond') AS moment,
    coalesce(c.gone_before, f.gone_before) AS gone_before
  FROM products p
    LEFT JOIN LATERAL (
      SELECT quantity, counted_at, gone_before FROM stock_count_results
      WHERE product_id = p.id ORDER BY counted_at DESC, count_id DESC LIMIT 1) AS c ON true
    LEFT JOIN LATERAL (
      SELECT created_at, gone_before FROM stock_movement_lines
      WHERE c.counted_at IS NULL AND product_id = p.id ORDER BY created_at LIMIT 1) AS f ON true
  WHERE (c.counted_at IS NOT NULL OR f.created_at IS NOT NULL) AND ${which}`;

/** A WITH clause that names `on_hand`: rows of `product` and `on_hand` for every followed product. */
export const onHandIn = sql`
  WITH held AS MATERIALIZED (${bases()}), came AS MATERIALIZED (
    SELECT product_id, sum(line.quantity) AS units
    FROM held JOIN stock_movement_lines AS line USING (product_id)
    WHERE line.created_at > held.moment GROUP BY product_id
  ), on_hand AS MATERIALIZED (
    SELECT product_id AS product,
      (quantity + coalesce(came.units, 0) - coalesce(gone.units, 0) + gone_before)::integer AS on_hand
    FROM held LEFT JOIN came USING (product_id) LEFT JOIN stock_gone(NULL) AS gone USING (product_id))`;
