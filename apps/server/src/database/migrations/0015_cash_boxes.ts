import { type Kysely, sql } from 'kysely';

/**
 * Cash boxes that are opened with a float and counted. What is sold or corrected belongs to the open box of
 * who makes it; without one it belongs to the day, or is refused where the settings ask for a box.
 * Closings may hold corrections, and may be of a box instead of a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE cash_boxes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      seller_id integer NOT NULL REFERENCES users,
      seller_name text NOT NULL,
      opened_at timestamptz NOT NULL DEFAULT now(),
      day date NOT NULL
        GENERATED ALWAYS AS ((opened_at AT TIME ZONE 'America/Sao_Paulo')::date) STORED,
      float_cents integer NOT NULL CHECK (float_cents BETWEEN 0 AND 999999999),
      -- A withdrawal was refused because the drawer held less: later ones ask for an approval, or trying
      -- would tell a seller what the drawer should hold.
      short_at timestamptz,
      -- Counted, it takes no more sales; closed, its differences are settled.
      counted_at timestamptz,
      counted_by integer REFERENCES users,
      -- [{"value": centavos of the note or coin, "count": n}]; null when the cash was typed as a sum.
      notes jsonb CHECK (jsonb_typeof(notes) = 'array'),
      closed_at timestamptz,
      reason text CHECK (reason <> ''),
      approved_by integer REFERENCES users,
      approved_by_name text,
      CHECK ((counted_at IS NULL) = (counted_by IS NULL)),
      CHECK (closed_at IS NULL OR counted_at IS NOT NULL),
      CHECK ((approved_by IS NULL) = (approved_by_name IS NULL))
    );
    CREATE UNIQUE INDEX one_open_box ON cash_boxes (seller_id) WHERE closed_at IS NULL;
    CREATE INDEX cash_boxes_of_seller ON cash_boxes (seller_id, id);

    CREATE TABLE cash_movements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      box_id integer NOT NULL REFERENCES cash_boxes,
      kind text NOT NULL CHECK (kind IN ('supply', 'withdrawal')),
      idempotency_key uuid NOT NULL UNIQUE,
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      created_at timestamptz NOT NULL DEFAULT now(),
      amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
      reason text NOT NULL CHECK (reason <> ''),
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      approved_by integer REFERENCES users,
      approved_by_name text,
      CHECK ((approved_by IS NULL) = (approved_by_name IS NULL))
    );
    CREATE INDEX cash_movements_of_box ON cash_movements (box_id);

    -- The first line is the cash of the drawer, all its methods together.
    CREATE TABLE box_counts (
      box_id integer NOT NULL REFERENCES cash_boxes,
      line smallint NOT NULL CHECK (line > 0),
      method_name text NOT NULL,
      expected_cents bigint NOT NULL,
      counted_cents bigint NOT NULL CHECK (counted_cents >= 0),
      PRIMARY KEY (box_id, line),
      UNIQUE (box_id, method_name)
    );

    ALTER TABLE sales ADD COLUMN box_id integer REFERENCES cash_boxes;
    ALTER TABLE corrections ADD COLUMN box_id integer REFERENCES cash_boxes;
    CREATE INDEX sales_of_box ON sales (box_id) WHERE box_id IS NOT NULL;
    CREATE INDEX corrections_of_box ON corrections (box_id) WHERE box_id IS NOT NULL;
  `.execute(db);
  await addClosingsOfBoxes(db);
  await addBoxChecks(db);
}

async function addClosingsOfBoxes(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE closings
      DROP CONSTRAINT closings_sales_count_check,
      DROP CONSTRAINT closings_total_cents_check,
      DROP CONSTRAINT closings_seller_id_day_version_key,
      ADD COLUMN box_id integer UNIQUE REFERENCES cash_boxes,
      ADD COLUMN corrections_count integer NOT NULL DEFAULT 0 CHECK (corrections_count >= 0),
      ADD COLUMN refunds_count integer NOT NULL DEFAULT 0
        CHECK (refunds_count BETWEEN 0 AND corrections_count),
      ADD COLUMN returned_cents bigint NOT NULL DEFAULT 0 CHECK (returned_cents >= 0),
      ADD CHECK (sales_count >= 0),
      ADD CHECK (total_cents + returned_cents >= 0),
      ADD CHECK (box_id IS NOT NULL OR sales_count + corrections_count > 0),
      -- Change that net payments took from anything but cash. Null: the closings made before did not count it.
      ADD COLUMN change_not_cash_cents bigint CHECK (change_not_cash_cents >= 0),
      ADD COLUMN change_not_cash_sales integer CHECK (change_not_cash_sales >= 0),
      ADD CHECK ((change_not_cash_cents IS NULL) = (change_not_cash_sales IS NULL));
    CREATE UNIQUE INDEX closings_of_day ON closings (seller_id, day, version) WHERE box_id IS NULL;

    ALTER TABLE closing_payments
      DROP CONSTRAINT closing_payments_net_cents_check,
      ADD CHECK (net_cents <> 0);

    CREATE TABLE closing_corrections (
      closing_id integer NOT NULL REFERENCES closings,
      correction_id integer NOT NULL REFERENCES corrections,
      PRIMARY KEY (closing_id, correction_id)
    );
    CREATE TRIGGER no_late_lines AFTER INSERT ON closing_corrections
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_closing_lines();

    -- As isCash of the domain.
    CREATE FUNCTION is_cash(method text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    RETURN fold_text(method) ~ 'dinheiro|especie';

    -- That change is found in all sales by this small index.
    CREATE INDEX change_not_from_cash ON sale_payments (sale_id)
    WHERE net_cents < amount_cents AND NOT is_cash(method_name);
  `.execute(db);
}

async function addBoxChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION refuse_movement_of_closed_box() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted timestamptz;
    BEGIN
      SELECT counted_at INTO counted FROM cash_boxes WHERE id = NEW.box_id FOR SHARE;
      IF counted IS NOT NULL THEN
        RAISE EXCEPTION 'box % has been counted', NEW.box_id
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER box_is_open BEFORE INSERT ON cash_movements
    FOR EACH ROW EXECUTE FUNCTION refuse_movement_of_closed_box();

    CREATE FUNCTION refuse_other_count() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'box % has been counted', NEW.id USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER count_stays BEFORE UPDATE ON cash_boxes
    FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL OR OLD.counted_at IS NOT NULL
      AND (NEW.counted_at, NEW.counted_by, NEW.notes)
        IS DISTINCT FROM (OLD.counted_at, OLD.counted_by, OLD.notes))
    EXECUTE FUNCTION refuse_other_count();

    CREATE FUNCTION refuse_late_count_lines() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM added JOIN cash_boxes b ON b.id = box_id
        WHERE coalesce(b.counted_at < transaction_timestamp(), true)
      ) THEN
        RAISE EXCEPTION 'a count gets no more lines' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER no_late_lines AFTER INSERT ON box_counts
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_count_lines();
  `.execute(db);
}
