import { type Kysely, sql } from 'kysely';

/**
 * Deliveries, losses and counts of products. They are records that never change; how many pieces are on hand is
 * computed from them and from the sales, and stored nowhere (docs/decisions/0045-stock.md). A sale writes nothing
 * here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE stock_movements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      idempotency_key uuid NOT NULL UNIQUE,
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      kind text NOT NULL CHECK (kind IN ('delivery', 'loss', 'damage', 'own_use', 'adjustment')),
      -- Empty for a delivery; the other two are a delivery's alone.
      reason text NOT NULL CHECK ((reason = '') = (kind = 'delivery')),
      supplier text NOT NULL CHECK (supplier = '' OR kind = 'delivery'),
      document text NOT NULL CHECK (document = '' OR kind = 'delivery'),
      UNIQUE (id, created_at, kind)
    );
    -- What came is above zero, what went below. The time and the kind are those of the movement.
    CREATE TABLE stock_movement_lines (
      movement_id integer NOT NULL,
      line smallint NOT NULL CHECK (line > 0),
      product_id integer NOT NULL REFERENCES products,
      quantity integer NOT NULL CHECK (abs(quantity) BETWEEN 1 AND 9999),
      created_at timestamptz NOT NULL DEFAULT now(),
      kind text NOT NULL CHECK (kind = 'adjustment' OR (kind = 'delivery') = (quantity > 0)),
      PRIMARY KEY (movement_id, line),
      FOREIGN KEY (movement_id, created_at, kind) REFERENCES stock_movements (id, created_at, kind)
    );
    CREATE INDEX stock_movement_lines_product ON stock_movement_lines (product_id, created_at) INCLUDE (quantity);

    CREATE TABLE stock_counts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      idempotency_key uuid NOT NULL UNIQUE,
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      name text NOT NULL CHECK (name <> ''),
      blind boolean NOT NULL,
      -- Null: all.
      products integer[] CHECK (cardinality(products) > 0),
      ended_at timestamptz,
      ended_by integer REFERENCES users,
      ended_by_name text,
      outcome text CHECK (outcome IN ('applied', 'dropped')),
      CHECK (num_nulls(ended_at, ended_by, ended_by_name, outcome) IN (0, 4))
    );
    -- One for each reading, so that several people count at once. Below zero it takes back an earlier one; zero says
    -- that there is none.
    CREATE TABLE stock_count_lines (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      count_id integer NOT NULL REFERENCES stock_counts,
      key uuid NOT NULL UNIQUE,
      product_id integer NOT NULL REFERENCES products,
      quantity integer NOT NULL CHECK (quantity BETWEEN -9999 AND 9999),
      counted_at timestamptz NOT NULL,
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL
    );
    CREATE INDEX stock_count_lines_count ON stock_count_lines (count_id, product_id);
    -- What an applied count says: so many at that moment. expected: what should have been there, if it was known.
    CREATE TABLE stock_count_results (
      count_id integer NOT NULL REFERENCES stock_counts,
      product_id integer NOT NULL REFERENCES products,
      quantity bigint NOT NULL CHECK (quantity >= 0),
      counted_at timestamptz NOT NULL,
      expected bigint,
      PRIMARY KEY (count_id, product_id)
    );
    CREATE INDEX stock_count_results_product
    ON stock_count_results (product_id, counted_at DESC, count_id DESC) INCLUDE (quantity);

    CREATE TABLE stock_minimums (
      product_id integer PRIMARY KEY REFERENCES products,
      quantity integer NOT NULL CHECK (quantity BETWEEN 0 AND 99999)
    );

    CREATE TRIGGER no_late_lines AFTER INSERT ON stock_movement_lines REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('stock_movements', 'movement_id');

    CREATE FUNCTION refuse_change_of_ended_count() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'count % has ended', OLD.id USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER ended_count_stays BEFORE UPDATE ON stock_counts
    FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_ended_count();
  `.execute(db);
  await addOnHand(db);
}

/**
 * For each product at the moment of the same place; no row where it was not followed by then. At its newest count
 * so many were there, or else none just before its first delivery; since then pieces came and went. Each step is
 * planned with what the step before has found: PostgreSQL would otherwise read the items of all years.
 */
async function addOnHand(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION on_hand_at(products integer[], moments timestamptz[])
    RETURNS TABLE (product_id integer, moment timestamptz, on_hand bigint)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $$
    DECLARE
      found integer[];
      until timestamptz[];
      base bigint[];
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
      SELECT held.product, held.moment, (held.base + coalesce(sum(moves.units), 0))::bigint
      FROM unnest(found, until, base, since) WITH ORDINALITY AS held (product, moment, base, since, place)
        LEFT JOIN moves ON moves.product = held.product AND moves.at > held.since AND moves.at <= held.moment
          AND (moves.deleted_at IS NULL OR moves.deleted_at > held.moment)
      GROUP BY held.place, held.product, held.moment, held.base;
    END $$
  `.execute(db);
}
