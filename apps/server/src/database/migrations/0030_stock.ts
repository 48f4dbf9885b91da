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
      -- What stock_gone said when the line was made.
      gone_before integer NOT NULL,
      PRIMARY KEY (movement_id, line),
      FOREIGN KEY (movement_id, created_at, kind) REFERENCES stock_movements (id, created_at, kind)
    );
    CREATE INDEX stock_movement_lines_product ON stock_movement_lines (product_id, created_at)
    INCLUDE (quantity, gone_before);

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
    -- What an applied count says: so many at that moment. expected: what should have been there, if it was known;
    -- gone_before: what stock_gone would have said at that moment.
    CREATE TABLE stock_count_results (
      count_id integer NOT NULL REFERENCES stock_counts,
      product_id integer NOT NULL REFERENCES products,
      quantity integer NOT NULL CHECK (quantity >= 0),
      counted_at timestamptz NOT NULL,
      expected integer,
      gone_before integer NOT NULL,
      PRIMARY KEY (count_id, product_id)
    );
    CREATE INDEX stock_count_results_product
    ON stock_count_results (product_id, counted_at DESC, count_id DESC)
    INCLUDE (quantity, gone_before);

    CREATE TABLE stock_minimums (
      product_id integer PRIMARY KEY REFERENCES products,
      quantity integer NOT NULL CHECK (quantity BETWEEN 0 AND 99999)
    );

    -- Pieces that came back and are not sold again.
    ALTER TABLE correction_items ADD COLUMN damaged boolean NOT NULL DEFAULT false;
    CREATE INDEX correction_items_damaged ON correction_items (correction_id) WHERE damaged;

    CREATE FUNCTION refuse_late_stock_lines() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM added
        WHERE (SELECT xmin FROM stock_movements WHERE id = movement_id) <> pg_current_xact_id()::xid
      ) THEN
        RAISE EXCEPTION 'a movement gets no more lines' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER no_late_lines AFTER INSERT ON stock_movement_lines REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_stock_lines();

    CREATE FUNCTION refuse_change_of_ended_count() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'count % has ended', OLD.id USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER ended_count_stays BEFORE UPDATE ON stock_counts
    FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_ended_count();
  `.execute(db);
  await addGone(db);
}

/**
 * How many pieces of each product sales have taken away for good since the first one, of some products or, without
 * them, of all. What was sold between two records of stock is the difference of what it said at each. It is planned
 * with its values: PostgreSQL would otherwise read the items of all years, to find those that are not summed yet. All
 * of it sees the caller's moment.
 */
async function addGone(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION stock_gone(wanted integer[]) RETURNS TABLE (product_id integer, units integer)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET jit = off AS $$
    DECLARE
      summed sums_progress;
    BEGIN
      SELECT * INTO summed FROM sums_progress;
      RETURN QUERY SELECT parts.product_id, sum(parts.units)::integer FROM (
        SELECT year.product_id, year.units FROM product_sums AS year WHERE span = 'year'
        UNION ALL
        SELECT sold.product_id, sold.units FROM products_of_sales(summed.last_sale_id, 2147483647, false) AS sold
        UNION ALL
        SELECT back.product_id, back.units
        FROM products_of_corrections(summed.last_correction_id, 2147483647) AS back
        UNION ALL
        -- Returned, but not on the shelf.
        SELECT i.product_id, r.quantity
        FROM correction_items r JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        WHERE r.damaged) AS parts
      WHERE wanted IS NULL OR parts.product_id = ANY (wanted) GROUP BY parts.product_id;
    END $$
  `.execute(db);
}
