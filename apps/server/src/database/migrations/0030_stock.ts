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
      quantity integer NOT NULL CHECK (quantity >= 0),
      counted_at timestamptz NOT NULL,
      expected integer,
      PRIMARY KEY (count_id, product_id)
    );
    CREATE INDEX stock_count_results_product
    ON stock_count_results (product_id, counted_at DESC, count_id DESC) INCLUDE (quantity);

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
  await addMoved(db);
}

/**
 * What came less what went of each product after its moment, in parts that the caller adds up. Each question is planned
 * with its values: PostgreSQL would otherwise read all sales of all years. All of them see the caller's moment.
 */
async function addMoved(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION stock_moved(products integer[], moments timestamptz[])
    RETURNS TABLE (product_id integer, moment timestamptz, units bigint)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET jit = off AS $$
    DECLARE
      summed sums_progress;
      oldest timestamptz := (SELECT min(m) FROM unnest(moments) AS m);
      part record;
      lowest integer; highest integer;
    BEGIN
      SELECT * INTO summed FROM sums_progress;
      RETURN QUERY SELECT h.p, h.m, sum(l.quantity)
      FROM unnest(products, moments) AS h (p, m)
        JOIN stock_movement_lines l ON l.product_id = h.p AND l.created_at > h.m
      GROUP BY h.p, h.m;
      -- A sale from before the moment that was deleted after it came back. One from after it never went.
      RETURN QUERY SELECT h.p, h.m, sum(i.quantity)
      FROM sales s JOIN sale_items i ON i.sale_id = s.id
        JOIN unnest(products, moments) AS h (p, m)
          ON h.p = i.product_id AND s.created_at <= h.m AND s.deleted_at > h.m
      WHERE s.deleted_at > oldest GROUP BY h.p, h.m;
      -- The sums below take everything that came back as whole.
      RETURN QUERY SELECT h.p, h.m, -sum(r.quantity)
      FROM correction_items r JOIN corrections c ON c.id = r.correction_id
        JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        JOIN unnest(products, moments) AS h (p, m) ON h.p = i.product_id AND c.created_at > h.m
      WHERE r.damaged AND c.created_at > oldest GROUP BY h.p, h.m;

      -- The rest of the moment's own month, from its sales and corrections. By the bounds of their ids the items
      -- are found without the sales of other months.
      FOR part IN
        SELECT min(h.m) AS first, array_agg(h.p) AS products, array_agg(h.m) AS moments,
          (h.month + interval '1 month') AT TIME ZONE 'America/Sao_Paulo' AS past
        FROM (
          SELECT p, m, date_trunc('month', m AT TIME ZONE 'America/Sao_Paulo') AS month
          FROM unnest(products, moments) AS given (p, m)) AS h
        GROUP BY h.month
      LOOP
        SELECT min(id), max(id) INTO lowest, highest FROM (
          SELECT id FROM sales
          WHERE deleted_at IS NULL AND created_at > part.first AND created_at < part.past OFFSET 0) AS sold;
        RETURN QUERY SELECT sold.p, sold.m, -sum(sold.quantity)
        FROM (
          SELECT h.p, h.m, i.sale_id, i.quantity
          FROM unnest(part.products, part.moments) AS h (p, m) JOIN sale_items i ON i.product_id = h.p
          WHERE i.sale_id BETWEEN lowest AND highest OFFSET 0) AS sold
          JOIN sales s ON s.id = sold.sale_id AND s.created_at > sold.m
        WHERE s.deleted_at IS NULL AND s.created_at > part.first AND s.created_at < part.past
        GROUP BY sold.p, sold.m;
        RETURN QUERY SELECT h.p, h.m, sum(r.quantity)
        FROM corrections c JOIN correction_items r ON r.correction_id = c.id
          JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
          JOIN unnest(part.products, part.moments) AS h (p, m) ON h.p = i.product_id AND c.created_at > h.m
        WHERE c.created_at > part.first AND c.created_at < part.past GROUP BY h.p, h.m;
      END LOOP;

      -- The later months of its year, and the later years: the stored sums, and what they have not yet.
      FOR part IN
        SELECT array_agg(h.p) AS products, array_agg(h.m) AS moments, array_agg(h.next_month) AS months,
          min(h.next_month) AS first, (h.year + interval '1 year')::date AS next_year
        FROM (
          SELECT p, m, date_trunc('year', m AT TIME ZONE 'America/Sao_Paulo') AS year,
            (date_trunc('month', m AT TIME ZONE 'America/Sao_Paulo') + interval '1 month')::date AS next_month
          FROM unnest(products, moments) AS given (p, m)) AS h
        GROUP BY h.year
      LOOP
        RETURN QUERY SELECT h.p, h.m, -sum(s.units)
        FROM unnest(part.products, part.moments, part.months) AS h (p, m, next_month)
          JOIN product_sums s ON s.product_id = h.p AND s.start >= h.next_month
        WHERE s.span = 'month' AND s.start >= part.first AND s.start < part.next_year GROUP BY h.p, h.m;
        RETURN QUERY SELECT h.p, h.m, -sum(s.units)
        FROM unnest(part.products, part.moments) AS h (p, m) JOIN product_sums s ON s.product_id = h.p
        WHERE s.span = 'year' AND s.start >= part.next_year GROUP BY h.p, h.m;
        RETURN QUERY SELECT h.p, h.m, -sum(later.units)
        FROM unnest(part.products, part.moments, part.months) AS h (p, m, next_month) JOIN (
          SELECT s.day, s.product_id, s.units FROM products_of_sales(summed.last_sale_id, 2147483647, false) s
          UNION ALL
          SELECT c.day, c.product_id, c.units FROM products_of_corrections(summed.last_correction_id, 2147483647) c
        ) AS later ON later.product_id = h.p AND later.day >= h.next_month
        GROUP BY h.p, h.m;
      END LOOP;
    END $$;
  `.execute(db);
}
