import { type Kysely, sql } from 'kysely';

/**
 * Sales with copies of what paper shows. The key is unique for ever, deleted sales included: it is what
 * makes a sale exactly one. The business day is the database's own reading of created_at, so that lists,
 * closings and reports cannot disagree about it.
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
    )
  `.execute(db);
  await sql`CREATE INDEX sales_newest ON sales (created_at DESC, id DESC) WHERE deleted_at IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX sales_of_seller_day ON sales (seller_id, business_day)`.execute(db);
  await sql`CREATE INDEX sales_client ON sales (client_id)`.execute(db);

  await sql`
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
    )
  `.execute(db);
  await sql`CREATE INDEX sale_items_product ON sale_items (product_id, sale_id)`.execute(db);

  await sql`
    CREATE TABLE sale_payments (
      sale_id integer NOT NULL REFERENCES sales,
      line smallint NOT NULL CHECK (line BETWEEN 1 AND 5),
      payment_method_id integer NOT NULL REFERENCES payment_methods,
      method_name text NOT NULL,
      amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
      net_cents integer NOT NULL CHECK (net_cents BETWEEN 0 AND amount_cents),
      PRIMARY KEY (sale_id, line)
    )
  `.execute(db);

  // No CHECK can look at other rows, and this is the promise that all the sums stand on.
  await sql`
    CREATE FUNCTION refuse_sale_that_does_not_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
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
    END $$
  `.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER sale_adds_up AFTER INSERT ON sales
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_sale_that_does_not_add_up()
  `.execute(db);
}
