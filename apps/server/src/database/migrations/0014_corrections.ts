import { type Kysely, sql } from 'kysely';

/**
 * Corrections put a sale right: a refund (items that came back; with a sale of its own it is an exchange), or
 * other payments for the same total. They are never changed, and a sale that has one is not deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The credit of an exchange is the one line without a payment method.
    ALTER TABLE sale_payments ALTER COLUMN payment_method_id DROP NOT NULL,
      ADD CONSTRAINT sale_payments_credit CHECK (payment_method_id IS NOT NULL OR method_name = 'Troca');

    -- Nor may a method of the shop be taken for it.
    UPDATE payment_methods SET name = 'Troca (forma de pagamento)'
    WHERE name = 'Troca' AND deleted_at IS NULL;

    CREATE TABLE corrections (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      sale_id integer NOT NULL REFERENCES sales,
      kind text NOT NULL CHECK (kind IN ('refund', 'exchange', 'payments')),
      idempotency_key uuid NOT NULL UNIQUE,
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      created_at timestamptz NOT NULL DEFAULT now(),
      business_day date NOT NULL
        GENERATED ALWAYS AS ((created_at AT TIME ZONE 'America/Sao_Paulo')::date) STORED,
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      approved_by integer REFERENCES users,
      approved_by_name text,
      reason text NOT NULL CHECK (reason <> ''),
      -- The worth of what came back.
      total_cents integer NOT NULL CHECK (total_cents BETWEEN 0 AND 999999999),
      exchange_sale_id integer UNIQUE REFERENCES sales,
      box_id integer REFERENCES cash_boxes,
      CHECK ((approved_by IS NULL) = (approved_by_name IS NULL)),
      CHECK ((kind = 'exchange') = (exchange_sale_id IS NOT NULL)),
      CHECK (kind <> 'payments' OR total_cents = 0)
    );
    CREATE INDEX corrections_of_sale ON corrections (sale_id);
    CREATE INDEX corrections_of_maker ON corrections (made_by, business_day);
    CREATE INDEX corrections_newest ON corrections (created_at DESC, id DESC);
    CREATE INDEX corrections_of_box ON corrections (box_id) WHERE box_id IS NOT NULL;

    CREATE TABLE correction_items (
      correction_id integer NOT NULL REFERENCES corrections,
      sale_id integer NOT NULL,
      sale_line smallint NOT NULL,
      -- Units of this line that had come back before.
      returned_before integer NOT NULL CHECK (returned_before >= 0),
      quantity integer NOT NULL CHECK (quantity >= 1),
      worth_cents integer NOT NULL CHECK (worth_cents BETWEEN 0 AND 999999999),
      -- Came back, and is not sold again.
      damaged boolean NOT NULL DEFAULT false,
      PRIMARY KEY (correction_id, sale_line),
      UNIQUE (sale_id, sale_line, returned_before),
      FOREIGN KEY (sale_id, sale_line) REFERENCES sale_items (sale_id, line)
    );
    CREATE INDEX correction_items_damaged ON correction_items (correction_id) WHERE damaged;

    -- What the correction adds to the cash box of who makes it; below zero for what leaves it. A correction of
    -- payments takes the old lines out, and then puts the new ones in.
    CREATE TABLE correction_payments (
      correction_id integer NOT NULL REFERENCES corrections,
      line smallint NOT NULL CHECK (line > 0),
      payment_method_id integer REFERENCES payment_methods,
      method_name text NOT NULL,
      net_cents integer NOT NULL CHECK (net_cents <> 0 AND abs(net_cents) <= 999999999),
      PRIMARY KEY (correction_id, line),
      CHECK (payment_method_id IS NOT NULL OR method_name = 'Troca')
    );
  `.execute(db);
  await addChecks(db);
}

async function addChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION refuse_deletion_of_corrected_sale() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM corrections WHERE sale_id = NEW.id)
        OR EXISTS (SELECT FROM corrections WHERE exchange_sale_id = NEW.id) THEN
        RAISE EXCEPTION 'sale % has corrections', NEW.id
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER corrected_sale_stays BEFORE UPDATE OF deleted_at ON sales
    FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL)
    EXECUTE FUNCTION refuse_deletion_of_corrected_sale();

    CREATE FUNCTION refuse_correction_that_does_not_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      item_count bigint; worth bigint; net bigint; lines bigint;
    BEGIN
      SELECT count(*), coalesce(sum(worth_cents), 0) INTO item_count, worth
        FROM correction_items WHERE correction_id = NEW.id;
      SELECT count(*), coalesce(sum(net_cents), 0) INTO lines, net
        FROM correction_payments WHERE correction_id = NEW.id;
      IF worth <> NEW.total_cents OR net <> -NEW.total_cents
        OR (item_count = 0) <> (NEW.kind = 'payments') OR NEW.kind = 'payments' AND lines = 0 THEN
        RAISE EXCEPTION 'correction % does not add up', NEW.id USING ERRCODE = 'check_violation';
      END IF;
      IF EXISTS (
        SELECT FROM correction_items c JOIN sale_items s ON s.sale_id = c.sale_id AND s.line = c.sale_line
        WHERE c.correction_id = NEW.id AND (c.sale_id <> NEW.sale_id
          OR c.returned_before + c.quantity > s.quantity
          OR c.returned_before + c.quantity <> (
            SELECT sum(quantity) FROM correction_items every
            WHERE every.sale_id = c.sale_id AND every.sale_line = c.sale_line))
      ) THEN
        RAISE EXCEPTION 'correction % returns more than was sold', NEW.id
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER correction_adds_up AFTER INSERT ON corrections
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_correction_that_does_not_add_up();

    CREATE TRIGGER no_late_lines AFTER INSERT ON correction_items REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('corrections', 'correction_id');
    CREATE TRIGGER no_late_lines AFTER INSERT ON correction_payments REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('corrections', 'correction_id');
  `.execute(db);
}
