import { type Kysely, sql } from 'kysely';

/**
 * What a sale is, and what puts it right, said once: every sum in SQL is a query over these three views
 * (docs/decisions/0030-facts-once.md). An item keeps its share of the general discount, and items and payments have the
 * day of their sale, so that one index is enough for the sums of a year.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- net_cents: what the item adds to the total of its sale, by netLineTotals of the domain.
    ALTER TABLE sale_items ADD COLUMN business_day date, ADD COLUMN net_cents integer;
    ALTER TABLE sale_payments ADD COLUMN business_day date;
    -- Of older sales, in proportion, the rest of the discount to the largest remainders.
    WITH share AS (
      SELECT i.sale_id, line, s.general_discount_cents AS discount,
        div(i.total_cents::numeric * s.general_discount_cents, s.total_cents) AS whole,
        mod(i.total_cents::numeric * s.general_discount_cents, s.total_cents) AS rest
      FROM sales s JOIN sale_items i ON i.sale_id = s.id WHERE s.general_discount_cents > 0
    ), shared AS (
      SELECT sale_id, line, whole + CASE WHEN row_number() OVER (PARTITION BY sale_id ORDER BY rest DESC, line)
        <= discount - sum(whole) OVER (PARTITION BY sale_id) THEN 1 ELSE 0 END AS cents FROM share
    )
    UPDATE sale_items i SET business_day = s.business_day, net_cents = i.total_cents - coalesce(shared.cents, 0)
    FROM sale_items same JOIN sales s ON s.id = same.sale_id
      LEFT JOIN shared ON shared.sale_id = same.sale_id AND shared.line = same.line
    WHERE i.sale_id = same.sale_id AND i.line = same.line;
    UPDATE sale_payments p SET business_day = s.business_day FROM sales s WHERE s.id = p.sale_id;
    ALTER TABLE sale_items ALTER COLUMN business_day SET NOT NULL, ALTER COLUMN net_cents SET NOT NULL,
      ADD CHECK (net_cents BETWEEN 0 AND total_cents);
    ALTER TABLE sale_payments ALTER COLUMN business_day SET NOT NULL;

    CREATE OR REPLACE FUNCTION refuse_sale_that_does_not_add_up() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    DECLARE
      item_count bigint; items_subtotal bigint; items_total bigint; items_net bigint; paid bigint; net bigint;
      one_day boolean;
    BEGIN
      SELECT count(*), coalesce(sum(subtotal_cents), 0), coalesce(sum(total_cents), 0), sum(net_cents),
        bool_and(business_day = NEW.business_day)
        INTO item_count, items_subtotal, items_total, items_net, one_day
        FROM sale_items WHERE sale_id = NEW.id;
      SELECT coalesce(sum(amount_cents), 0), coalesce(sum(net_cents), 0),
        one_day AND coalesce(bool_and(business_day = NEW.business_day), true)
        INTO paid, net, one_day FROM sale_payments WHERE sale_id = NEW.id;
      IF item_count = 0 OR items_subtotal <> NEW.subtotal_cents OR items_total <> NEW.total_cents
        OR items_net <> NEW.total_general_cents OR paid <> NEW.paid_cents OR net <> NEW.total_general_cents
        OR NOT one_day THEN
        RAISE EXCEPTION 'sale % does not add up', NEW.id USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;

    -- Ascending, because the newest sale is then added at the end, which keeps the pages of an index full.
    DROP INDEX sales_newest;
    CREATE INDEX sales_newest ON sales (created_at, id) WHERE deleted_at IS NULL;
    DROP INDEX sales_of_seller;
    CREATE INDEX sales_of_seller ON sales (seller_name COLLATE pg_catalog."pt-BR-x-icu", created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
    CREATE INDEX sales_of_day ON sales (business_day, seller_id, seller_name)
    INCLUDE (id, created_at, box_id, total_general_cents) WHERE deleted_at IS NULL;
    CREATE INDEX sale_items_of_day ON sale_items (business_day, product_id) INCLUDE (sale_id, quantity, net_cents);
    CREATE INDEX sale_payments_of_day ON sale_payments (business_day)
    INCLUDE (sale_id, payment_method_id, method_name, net_cents);
    -- Change that was not cash is found by this small index.
    CREATE INDEX change_not_from_cash ON sale_payments (business_day)
    WHERE net_cents < amount_cents AND NOT is_cash(method_name);
  `.execute(db);
  await addViews(db);
}

/**
 * PostgreSQL leaves out the join to sales when a query reads none of its columns. The few deleted sales are read once
 * from their index: as a join, PostgreSQL would look for each of the rows there.
 */
async function addViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A sale, and what puts one right (kind: refund, exchange, payments), on the day, in the box and by the person
    -- that made it, with what it adds to their sums and the key of its request. A deleted sale adds nothing: leave it
    -- out by deleted. exchange_sale_id: the new sale of an exchange.
    CREATE VIEW entries AS
      SELECT s.id AS sale_id, NULL::integer AS correction_id, 'sale'::text AS kind, s.created_at AS at,
        s.business_day AS day, s.seller_id, s.seller_name, s.box_id, s.client_id, s.client_name, s.student_id,
        s.student_name, s.total_general_cents AS cents, s.idempotency_key, NULL::integer AS exchange_sale_id,
        s.deleted_at IS NOT NULL AS deleted, s.deleted_at
      FROM sales s
      UNION ALL
      SELECT c.sale_id, c.id, c.kind, c.created_at, c.business_day, c.made_by, c.made_by_name, c.box_id,
        s.client_id, s.client_name, s.student_id, s.student_name, -c.total_cents, c.idempotency_key,
        c.exchange_sale_id, false, NULL
      FROM corrections c LEFT JOIN sales s ON s.id = c.sale_id;

    -- The same by payment, net of change; amount_cents is the payment with its change. method_id is null for the
    -- credit of an exchange.
    CREATE VIEW money_lines AS
      SELECT p.sale_id, NULL::integer AS correction_id, 'sale'::text AS kind, p.line, s.created_at AS at,
        p.business_day AS day, s.seller_id, s.box_id, p.payment_method_id AS method_id, p.method_name,
        p.amount_cents, p.net_cents AS cents,
        p.sale_id IN (SELECT id FROM sales WHERE deleted_at IS NOT NULL) AS deleted
      FROM sale_payments p LEFT JOIN sales s ON s.id = p.sale_id
      UNION ALL
      SELECT c.sale_id, c.id, c.kind, p.line, c.created_at, c.business_day, c.made_by, c.box_id,
        p.payment_method_id, p.method_name, p.net_cents, p.net_cents, false
      FROM corrections c JOIN correction_payments p ON p.correction_id = c.id;

    -- The same by product: pieces sold, below zero those that came back, damaged or not.
    CREATE VIEW piece_moves AS
      SELECT i.sale_id, NULL::integer AS correction_id, 'sale'::text AS kind, i.line, s.created_at AS at, i.business_day AS day,
        s.seller_id, s.student_id, i.product_id, i.quantity AS units, i.net_cents AS cents, false AS damaged,
        i.sale_id IN (SELECT id FROM sales WHERE deleted_at IS NOT NULL) AS deleted
      FROM sale_items i LEFT JOIN sales s ON s.id = i.sale_id
      UNION ALL
      SELECT c.sale_id, c.id, c.kind, r.sale_line, c.created_at, c.business_day, c.made_by, s.student_id, i.product_id,
        -r.quantity, -r.worth_cents, r.damaged, false
      FROM corrections c JOIN correction_items r ON r.correction_id = c.id
        JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        LEFT JOIN sales s ON s.id = c.sale_id;
  `.execute(db);
}
