import { type Kysely, sql } from 'kysely';

/**
 * Cash boxes that are opened with a float and counted. What is sold or corrected belongs to the open box of
 * who makes it; without one it belongs to the day, or is refused where the settings ask for a box.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE settings (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      cash_box text NOT NULL DEFAULT 'simple' CHECK (cash_box IN ('simple', 'counted')),
      -- Whether the methods that are not cash are counted too.
      count_every_method boolean NOT NULL DEFAULT false,
      -- A larger withdrawal, or a larger difference, asks for an approval.
      withdrawal_limit_cents integer NOT NULL DEFAULT 20000
        CHECK (withdrawal_limit_cents BETWEEN 0 AND 999999999),
      difference_limit_cents integer NOT NULL DEFAULT 500
        CHECK (difference_limit_cents BETWEEN 0 AND 999999999)
    );
    INSERT INTO settings DEFAULT VALUES;

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
  await addBoxChecks(db);
}

async function addBoxChecks(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The lock makes a sale and the count of its box wait for each other: the sale is in the count, or finds
    -- the box counted. A sale of the past, as sample shops have, is in no box.
    CREATE FUNCTION open_box_of(seller integer, at timestamptz) RETURNS integer LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    DECLARE
      box cash_boxes;
    BEGIN
      IF at < transaction_timestamp() THEN
        RETURN NULL;
      END IF;
      SELECT * INTO box FROM cash_boxes WHERE seller_id = seller AND closed_at IS NULL FOR SHARE;
      IF box.id IS NOT NULL AND box.counted_at IS NULL THEN
        -- A sale that was begun before midnight may find the box of the next day.
        IF box.day <> (at AT TIME ZONE 'America/Sao_Paulo')::date THEN
          RAISE EXCEPTION 'box % was left open', box.id
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'box_is_of_today';
        END IF;
        RETURN box.id;
      END IF;
      IF (SELECT cash_box FROM settings) = 'counted' THEN
        RAISE EXCEPTION 'seller % has no open box', seller
          USING ERRCODE = 'unique_violation', CONSTRAINT = 'box_is_open';
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION put_sale_in_open_box() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.box_id := open_box_of(NEW.seller_id, NEW.created_at);
      RETURN NEW;
    END $$;
    CREATE TRIGGER sale_is_in_open_box BEFORE INSERT ON sales
    FOR EACH ROW EXECUTE FUNCTION put_sale_in_open_box();

    CREATE FUNCTION put_correction_in_open_box() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.box_id := open_box_of(NEW.made_by, NEW.created_at);
      RETURN NEW;
    END $$;
    CREATE TRIGGER correction_is_in_open_box BEFORE INSERT ON corrections
    FOR EACH ROW EXECUTE FUNCTION put_correction_in_open_box();

    CREATE FUNCTION refuse_movement_of_closed_box() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    DECLARE
      counted timestamptz;
    BEGIN
      SELECT counted_at INTO counted FROM cash_boxes WHERE id = NEW.box_id FOR SHARE;
      IF counted IS NOT NULL THEN
        RAISE EXCEPTION 'box % has been counted', NEW.box_id
          USING ERRCODE = 'unique_violation', CONSTRAINT = 'box_is_open';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER box_is_open BEFORE INSERT ON cash_movements
    FOR EACH ROW EXECUTE FUNCTION refuse_movement_of_closed_box();

    -- What was in the count stays in the closing, which may be written later. Both times are taken under the
    -- lock, so that they tell which came first.
    CREATE FUNCTION time_deletion_after_count() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    BEGIN
      PERFORM FROM cash_boxes WHERE id = NEW.box_id FOR SHARE;
      NEW.deleted_at := clock_timestamp();
      RETURN NEW;
    END $$;
    CREATE TRIGGER deletion_waits_for_count BEFORE UPDATE OF deleted_at ON sales
    FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND NEW.box_id IS NOT NULL)
    EXECUTE FUNCTION time_deletion_after_count();

    CREATE FUNCTION refuse_other_count() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'box % has been counted', NEW.id USING ERRCODE = 'check_violation';
    END $$;
    CREATE TRIGGER count_stays BEFORE UPDATE ON cash_boxes
    FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL OR OLD.counted_at IS NOT NULL
      AND (NEW.counted_at, NEW.counted_by, NEW.notes)
        IS DISTINCT FROM (OLD.counted_at, OLD.counted_by, OLD.notes))
    EXECUTE FUNCTION refuse_other_count();

    CREATE FUNCTION refuse_late_count_lines() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
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
