import { type Kysely, sql } from 'kysely';

/**
 * Cash boxes that are opened with a float and counted. A sale or correction belongs to the open box of the
 * person who makes it; without one it belongs to the day, or is refused where the settings ask for a box.
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
    CREATE INDEX sales_of_box ON sales (box_id) WHERE box_id IS NOT NULL;
  `.execute(db);
  await addBoxChecks(db);
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
    -- What was counted and settled stays, but for its reason, which can be erased.
    CREATE TRIGGER count_stays BEFORE UPDATE ON cash_boxes FOR EACH ROW
      WHEN (OLD.closed_at IS NOT NULL
          AND ((NEW.seller_id, NEW.seller_name, NEW.opened_at, NEW.float_cents, NEW.short_at, NEW.closed_at,
              NEW.approved_by, NEW.approved_by_name)
            IS DISTINCT FROM (OLD.seller_id, OLD.seller_name, OLD.opened_at, OLD.float_cents, OLD.short_at,
              OLD.closed_at, OLD.approved_by, OLD.approved_by_name)
            OR OLD.reason IS NULL OR NEW.reason IS DISTINCT FROM 'Motivo apagado')
        OR OLD.counted_at IS NOT NULL
          AND (NEW.counted_at, NEW.counted_by, NEW.notes)
            IS DISTINCT FROM (OLD.counted_at, OLD.counted_by, OLD.notes))
      EXECUTE FUNCTION refuse_other_count();

    CREATE TRIGGER no_late_lines AFTER INSERT ON box_counts REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT
    EXECUTE FUNCTION refuse_late_lines('cash_boxes', 'box_id', 'counted_at >= transaction_timestamp()');
  `.execute(db);
}
