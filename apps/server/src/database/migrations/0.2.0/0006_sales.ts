import { type Kysely, sql } from 'kysely';

/**
 * Sales, with copies of the names and prices that receipts show. The idempotency key stays unique for ever,
 * even when the sale is deleted: it guarantees that a sale is recorded once. The business day is computed
 * here so that lists, closings and reports cannot disagree about it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sales (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      idempotency_key uuid NOT NULL UNIQUE,
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      created_at timestamptz NOT NULL DEFAULT now(),
      business_day date NOT NULL
        GENERATED ALWAYS AS ((created_at AT TIME ZONE 'America/Sao_Paulo')::date) STORED,
      seller_id integer NOT NULL REFERENCES users,
      seller_name text NOT NULL,
      client_id integer NOT NULL REFERENCES clients,
      client_name text NOT NULL,
      client_cpf text NOT NULL,
      student_id integer REFERENCES students,
      student_registration text,
      student_name text,
      subtotal_cents integer NOT NULL CHECK (subtotal_cents BETWEEN 0 AND 999999999),
      total_cents integer NOT NULL CHECK (total_cents BETWEEN 0 AND subtotal_cents),
      general_discount_cents integer NOT NULL CHECK (general_discount_cents BETWEEN 0 AND total_cents),
      total_general_cents integer NOT NULL
        CHECK (total_general_cents = total_cents - general_discount_cents),
      paid_cents integer NOT NULL CHECK (paid_cents BETWEEN total_general_cents AND 999999999),
      change_cents integer NOT NULL CHECK (change_cents = paid_cents - total_general_cents),
      deleted_at timestamptz,
      deleted_by integer REFERENCES users,
      CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
      CHECK ((student_id IS NULL) = (student_registration IS NULL)),
      CHECK ((student_id IS NULL) = (student_name IS NULL))
    );
    CREATE INDEX sales_newest ON sales (created_at DESC, id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX sales_client ON sales (client_id);
    -- With id and name beside the seller, this index alone counts a seller's sales of a product.
    CREATE INDEX sales_of_seller ON sales (seller_id, business_day) INCLUDE (id, seller_name)
    WHERE deleted_at IS NULL;
    CREATE INDEX sales_deleted ON sales (id) WHERE deleted_at IS NOT NULL;

    CREATE TABLE sale_items (
      sale_id integer NOT NULL REFERENCES sales,
      line smallint NOT NULL CHECK (line > 0),
      product_id integer NOT NULL REFERENCES products,
      product_code text NOT NULL,
      product_name text NOT NULL,
      unit_price_cents integer NOT NULL CHECK (unit_price_cents BETWEEN 0 AND 999999999),
      quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
      subtotal_cents integer NOT NULL
        CHECK (subtotal_cents BETWEEN 0 AND 999999999
          AND subtotal_cents = unit_price_cents::bigint * quantity),
      discount_hundredths integer NOT NULL CHECK (discount_hundredths BETWEEN 0 AND 10000),
      discount_cents integer NOT NULL
        CHECK (discount_cents = (subtotal_cents::bigint * discount_hundredths + 5000) / 10000),
      total_cents integer NOT NULL CHECK (total_cents = subtotal_cents - discount_cents),
      PRIMARY KEY (sale_id, line)
    );
    CREATE INDEX sale_items_product ON sale_items (product_id, sale_id);

    CREATE TABLE sale_payments (
      sale_id integer NOT NULL REFERENCES sales,
      line smallint NOT NULL CHECK (line BETWEEN 1 AND 5),
      payment_method_id integer NOT NULL REFERENCES payment_methods,
      method_name text NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
      net_cents integer NOT NULL CHECK (net_cents BETWEEN 0 AND amount_cents),
      PRIMARY KEY (sale_id, line)
    );
  `.execute(db);
  await addSaleChecks(db);
}

/**
 * Checks that look at other rows. A session keeps the plans of these functions, and on the nearly empty
 * tables of a new shop PostgreSQL would plan full scans: each sale of a busy first hour would read all the
 * sales before it. So the functions may not scan a table.
 */
async function addSaleChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION refuse_sale_that_does_not_add_up() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    DECLARE
      item_count bigint; items_subtotal bigint; items_total bigint; paid bigint; net bigint;
    BEGIN
      SELECT count(*), coalesce(sum(subtotal_cents), 0), coalesce(sum(total_cents), 0)
        INTO item_count, items_subtotal, items_total FROM sale_items WHERE sale_id = NEW.id;
      SELECT coalesce(sum(amount_cents), 0), coalesce(sum(net_cents), 0)
        INTO paid, net FROM sale_payments WHERE sale_id = NEW.id;
      IF item_count = 0 OR items_subtotal <> NEW.subtotal_cents OR items_total <> NEW.total_cents
        OR paid <> NEW.paid_cents OR net <> NEW.total_general_cents THEN
        RAISE EXCEPTION 'sale % does not add up', NEW.id USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER sale_adds_up AFTER INSERT ON sales
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_sale_that_does_not_add_up();

    -- Lines are accepted only in the transaction that makes their sale: added later, they would change what
    -- its receipt says. (A savepoint around the sale would count as another transaction; none is used.)
    CREATE FUNCTION refuse_late_sale_lines() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM added
        WHERE (SELECT xmin FROM sales WHERE id = sale_id) <> pg_current_xact_id()::xid
      ) THEN
        RAISE EXCEPTION 'a recorded sale gets no more lines' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER no_late_lines AFTER INSERT ON sale_items
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_sale_lines();
    CREATE TRIGGER no_late_lines AFTER INSERT ON sale_payments
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_sale_lines();

    -- The lock makes a sale and the anonymisation of its client wait for each other. A sale that read the
    -- client before fails like any conflict; its retry no longer finds the client.
    CREATE FUNCTION refuse_anonymised_client() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      anonymised timestamptz;
    BEGIN
      SELECT anonymised_at INTO anonymised FROM clients WHERE id = NEW.client_id FOR KEY SHARE;
      IF anonymised IS NOT NULL THEN
        RAISE EXCEPTION 'client % has been anonymised', NEW.client_id
          USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER client_is_not_anonymised BEFORE INSERT ON sales
    FOR EACH ROW EXECUTE FUNCTION refuse_anonymised_client();

    -- The keys that have made a sale. Each is looked up on its own and through the index.
    CREATE FUNCTION taken_keys(keys uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE
    SET enable_seqscan = off AS $$
    DECLARE
      key uuid;
    BEGIN
      FOREACH key IN ARRAY keys LOOP
        IF EXISTS (SELECT FROM sales WHERE idempotency_key = key) THEN
          RETURN NEXT key;
        END IF;
      END LOOP;
    END $$;
  `.execute(db);
}
