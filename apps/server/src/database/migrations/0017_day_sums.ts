import { type Kysely, sql } from 'kysely';

/**
 * What was sold and what came back per day, so that the dashboard need not read a million sales
 * (docs/decisions/0030-sums-per-day.md). The sums hold the sales that are not deleted and the corrections up
 * to the ids of sums_progress; the dashboard adds the few later ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The counts that 0007 made are in the sums of the sellers.
    DROP TRIGGER deleted_sale_is_subtracted ON sales;
    DROP FUNCTION subtract_deleted_sale;
    DROP TABLE sales_counts, sales_counts_progress;

    -- key is the hour, the id of the seller, or that of the method (0: the credit of an exchange); name the
    -- seller's or the method's at that time.
    CREATE TABLE day_sums (
      part text NOT NULL CHECK (part IN ('hour', 'seller', 'method')),
      day date NOT NULL,
      key integer NOT NULL,
      name text NOT NULL,
      -- Of a method: lines of payment, and what they brought in net of change.
      sales integer NOT NULL,
      sold_cents bigint NOT NULL,
      returns integer NOT NULL,
      returned_cents bigint NOT NULL,
      PRIMARY KEY (part, day, key, name)
    );
    -- Less what came back. Not by day: in a shop with thousands of products that would be nearly as many rows
    -- as there are items.
    CREATE TABLE product_sums (
      span text NOT NULL CHECK (span IN ('month', 'year')),
      start date NOT NULL,
      product_id integer NOT NULL REFERENCES products,
      units integer NOT NULL,
      cents bigint NOT NULL,
      PRIMARY KEY (span, start, product_id)
    );
    CREATE TABLE sums_progress (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      last_sale_id integer NOT NULL CHECK (last_sale_id >= 0),
      last_correction_id integer NOT NULL CHECK (last_correction_id >= 0)
    );
    INSERT INTO sums_progress (last_sale_id, last_correction_id) VALUES (0, 0);
  `.execute(db);
  await addParts(db);
  await addSumming(db);
}

/**
 * What sales and corrections add, for the stored sums and for what is not in them yet. PostgreSQL inlines
 * these functions, and leaves out the parts that a query does not ask for.
 */
async function addParts(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION parts_of_sales(after integer, up_to integer, deleted boolean) RETURNS TABLE (
      part text, day date, key integer, name text,
      sales integer, sold_cents integer, returns integer, returned_cents integer
    ) LANGUAGE sql STABLE AS $$
      SELECT 'hour', business_day,
        extract(hour FROM created_at AT TIME ZONE 'America/Sao_Paulo')::integer, '',
        1, total_general_cents, 0, 0
      FROM sales WHERE id > after AND id <= up_to AND (deleted_at IS NOT NULL) = deleted
      UNION ALL
      SELECT 'seller', business_day, seller_id, seller_name, 1, total_general_cents, 0, 0
      FROM sales WHERE id > after AND id <= up_to AND (deleted_at IS NOT NULL) = deleted
      UNION ALL
      SELECT 'method', s.business_day, coalesce(p.payment_method_id, 0), p.method_name, 1, p.net_cents, 0, 0
      FROM sales s JOIN sale_payments p ON p.sale_id = s.id
      WHERE s.id > after AND s.id <= up_to AND (s.deleted_at IS NOT NULL) = deleted
    $$;

    -- On the day, and to the seller, that made the correction.
    CREATE FUNCTION parts_of_corrections(after integer, up_to integer) RETURNS TABLE (
      part text, day date, key integer, name text,
      sales integer, sold_cents integer, returns integer, returned_cents integer
    ) LANGUAGE sql STABLE AS $$
      SELECT 'hour', business_day,
        extract(hour FROM created_at AT TIME ZONE 'America/Sao_Paulo')::integer, '',
        0, 0, CASE WHEN kind = 'payments' THEN 0 ELSE 1 END, total_cents
      FROM corrections WHERE id > after AND id <= up_to
      UNION ALL
      SELECT 'seller', business_day, made_by, made_by_name,
        0, 0, CASE WHEN kind = 'payments' THEN 0 ELSE 1 END, total_cents
      FROM corrections WHERE id > after AND id <= up_to
      UNION ALL
      SELECT 'method', c.business_day, coalesce(p.payment_method_id, 0), p.method_name, 0, 0, 0, -p.net_cents
      FROM corrections c JOIN correction_payments p ON p.correction_id = c.id
      WHERE c.id > after AND c.id <= up_to
    $$;

    -- As netLineTotals of the domain: in proportion, the rest to the largest remainders.
    CREATE FUNCTION general_discount_of_line(sale integer, of_line smallint) RETURNS integer
    LANGUAGE sql STABLE AS $$
      WITH share AS (
        SELECT i.line, s.general_discount_cents AS discount,
          div(i.total_cents::numeric * s.general_discount_cents, s.total_cents) AS whole,
          mod(i.total_cents::numeric * s.general_discount_cents, s.total_cents) AS rest
        FROM sales s JOIN sale_items i ON i.sale_id = s.id WHERE s.id = sale AND s.total_cents > 0
      ), shared AS (
        SELECT line, whole + CASE WHEN row_number() OVER (ORDER BY rest DESC, line)
          <= discount - sum(whole) OVER () THEN 1 ELSE 0 END AS cents FROM share
      )
      SELECT cents::integer FROM shared WHERE line = of_line
    $$;

    CREATE FUNCTION products_of_sales(after integer, up_to integer, deleted boolean)
    RETURNS TABLE (day date, product_id integer, units integer, cents integer)
    LANGUAGE sql STABLE AS $$
      SELECT s.business_day, i.product_id, i.quantity, i.total_cents
        - CASE WHEN s.general_discount_cents = 0 THEN 0 ELSE general_discount_of_line(s.id, i.line) END
      FROM sales s JOIN sale_items i ON i.sale_id = s.id
      WHERE s.id > after AND s.id <= up_to AND (s.deleted_at IS NOT NULL) = deleted
    $$;

    CREATE FUNCTION products_of_corrections(after integer, up_to integer)
    RETURNS TABLE (day date, product_id integer, units integer, cents integer)
    LANGUAGE sql STABLE AS $$
      SELECT c.business_day, i.product_id, -r.quantity, -r.worth_cents
      FROM corrections c JOIN correction_items r ON r.correction_id = c.id
        JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      WHERE c.id > after AND c.id <= up_to
    $$;

    -- Read from the sales and corrections themselves, by the index of their times.
    CREATE FUNCTION products_of_days(first date, last date)
    RETURNS TABLE (product_id integer, units integer, cents integer)
    LANGUAGE sql STABLE AS $$
      SELECT i.product_id, i.quantity, i.total_cents
        - CASE WHEN s.general_discount_cents = 0 THEN 0 ELSE general_discount_of_line(s.id, i.line) END
      FROM sales s JOIN sale_items i ON i.sale_id = s.id
      WHERE s.deleted_at IS NULL AND s.created_at >= first::timestamp AT TIME ZONE 'America/Sao_Paulo'
        AND s.created_at < (last + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
      UNION ALL
      SELECT i.product_id, -r.quantity, -r.worth_cents
      FROM corrections c JOIN correction_items r ON r.correction_id = c.id
        JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
      WHERE c.created_at >= first::timestamp AT TIME ZONE 'America/Sao_Paulo'
        AND c.created_at < (last + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
    $$;
  `.execute(db);
}

/** Plans are made for each call: one for a single sale may not be that of twenty thousand. */
async function addSumming(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION add_to_sums(
      sign integer, after_sale integer, last_sale integer, after_correction integer, last_correction integer
    ) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
    BEGIN
      INSERT INTO day_sums AS known
      SELECT part, day, key, name, sign * sum(sales), sign * sum(sold_cents), sign * sum(returns),
        sign * sum(returned_cents)
      FROM (
        SELECT * FROM parts_of_sales(after_sale, last_sale, sign < 0)
        UNION ALL SELECT * FROM parts_of_corrections(after_correction, last_correction)) AS parts
      GROUP BY part, day, key, name ORDER BY part, day, key, name
      ON CONFLICT (part, day, key, name) DO UPDATE SET
        sales = known.sales + excluded.sales, sold_cents = known.sold_cents + excluded.sold_cents,
        returns = known.returns + excluded.returns,
        returned_cents = known.returned_cents + excluded.returned_cents;

      INSERT INTO product_sums AS known
      SELECT span, date_trunc(span, day::timestamp)::date AS start, product_id, sign * sum(units),
        sign * sum(cents)
      FROM (
        SELECT * FROM products_of_sales(after_sale, last_sale, sign < 0)
        UNION ALL SELECT * FROM products_of_corrections(after_correction, last_correction)) AS parts,
        (VALUES ('month'), ('year')) AS spans (span)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (span, start, product_id) DO UPDATE SET
        units = known.units + excluded.units, cents = known.cents + excluded.cents;
    END $$;

    -- The row lock keeps last_sale_id where it is until the deletion is committed, so a sale is taken out
    -- exactly if it is in the sums. Concurrent deletions wait for each other.
    CREATE FUNCTION take_deleted_sale_out_of_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.id <= (SELECT last_sale_id FROM sums_progress FOR UPDATE) THEN
        PERFORM add_to_sums(
          CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END, NEW.id - 1, NEW.id, 0, 0);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER deleted_sale_leaves_sums AFTER UPDATE OF deleted_at ON sales
    FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
    EXECUTE FUNCTION take_deleted_sale_out_of_sums();
  `.execute(db);
}
