import { type Kysely, sql } from 'kysely';

/**
 * What is on hand of a product at any moment is one function of the records (docs/decisions/0045-stock.md). They no
 * longer remember what had gone before them: a count settles what was before it, also a sale that is deleted later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DROP FUNCTION stock_gone;
    -- The indexes that include the columns go with them.
    ALTER TABLE stock_movement_lines DROP COLUMN gone_before;
    CREATE INDEX stock_movement_lines_product ON stock_movement_lines (product_id, created_at) INCLUDE (quantity);
    ALTER TABLE stock_count_results DROP COLUMN gone_before;
    CREATE INDEX stock_count_results_product
    ON stock_count_results (product_id, counted_at DESC, count_id DESC) INCLUDE (quantity);
  `.execute(db);
  await sql`
    -- For each product at the moment of the same place; no row where it was not followed by then. At its newest count
    -- so many were there, or else none just before its first delivery; since then pieces came and went. Each step is
    -- planned with what the step before has found: PostgreSQL would otherwise read the items of all years.
    CREATE FUNCTION on_hand_at(products integer[], moments timestamptz[])
    RETURNS TABLE (product_id integer, moment timestamptz, on_hand integer)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $$
    DECLARE
      found integer[];
      until timestamptz[];
      base integer[];
      since timestamptz[];
      -- The span of all these times, and of the sales in it.
      first timestamptz;
      last timestamptz;
      first_sale integer;
      last_sale integer;
      -- Null: so many that reading all is faster.
      few integer[];
    BEGIN
      SELECT array_agg(asked.product), array_agg(asked.moment), array_agg(coalesce(c.quantity, 0)),
        array_agg(coalesce(c.counted_at, f.before)), min(coalesce(c.counted_at, f.before)), max(asked.moment)
      INTO found, until, base, since, first, last
      FROM unnest(products, moments) AS asked (product, moment)
        LEFT JOIN LATERAL (
          SELECT r.quantity, r.counted_at FROM stock_count_results r
          WHERE r.product_id = asked.product AND r.counted_at <= asked.moment
          ORDER BY r.counted_at DESC, r.count_id DESC LIMIT 1) AS c ON true
        LEFT JOIN LATERAL (
          SELECT l.created_at - interval '1 microsecond' AS before FROM stock_movement_lines l
          WHERE c.counted_at IS NULL AND l.product_id = asked.product AND l.created_at <= asked.moment
          ORDER BY l.created_at LIMIT 1) AS f ON true
      WHERE c.counted_at IS NOT NULL OR f.before IS NOT NULL;
      SELECT CASE WHEN count(*) <= 100 THEN array_agg(product) END INTO few
      FROM (SELECT DISTINCT unnest(found) AS product) AS each;
      IF few IS NULL THEN
        SELECT min(id), max(id) INTO first_sale, last_sale FROM (
          SELECT id FROM sales
          WHERE deleted_at IS NULL AND created_at > first AND created_at <= last OFFSET 0) AS sold;
      END IF;
      RETURN QUERY
      WITH moves AS NOT MATERIALIZED (
        SELECT l.product_id AS product, l.created_at AS at, NULL::timestamptz AS deleted_at, l.quantity AS units
        FROM stock_movement_lines l
        WHERE l.created_at > first AND l.created_at <= last AND (few IS NULL OR l.product_id = ANY (few))
        UNION ALL
        SELECT i.product_id, s.created_at, NULL, -i.quantity
        FROM sales s JOIN sale_items i ON i.sale_id = s.id
        WHERE s.deleted_at IS NULL AND s.created_at > first AND s.created_at <= last
          AND (i.product_id = ANY (few) OR few IS NULL AND i.sale_id BETWEEN first_sale AND last_sale)
        UNION ALL
        SELECT i.product_id, s.created_at, s.deleted_at, -i.quantity
        FROM sales s JOIN sale_items i ON i.sale_id = s.id
        WHERE s.deleted_at IS NOT NULL AND s.created_at > first AND s.created_at <= last
          AND (few IS NULL OR i.product_id = ANY (few))
        UNION ALL
        SELECT i.product_id, c.created_at, NULL, r.quantity
        FROM corrections c JOIN correction_items r ON r.correction_id = c.id
          JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        WHERE NOT r.damaged AND c.created_at > first AND c.created_at <= last
          AND (few IS NULL OR i.product_id = ANY (few)))
      SELECT held.product, held.moment, (held.base + coalesce(sum(moves.units), 0))::integer
      FROM unnest(found, until, base, since) WITH ORDINALITY AS held (product, moment, base, since, place)
        LEFT JOIN moves ON moves.product = held.product AND moves.at > held.since AND moves.at <= held.moment
          AND (moves.deleted_at IS NULL OR moves.deleted_at > held.moment)
      GROUP BY held.place, held.product, held.moment, held.base;
    END $$
  `.execute(db);
}
