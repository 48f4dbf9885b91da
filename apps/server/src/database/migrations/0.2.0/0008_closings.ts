import { type Kysely, sql } from 'kysely';

/**
 * Closings of a seller's day, one row per version, with the sales that each version counted. Comparing
 * them with the present sales shows what has changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE closings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      seller_id integer NOT NULL REFERENCES users,
      day date NOT NULL CHECK (day BETWEEN '2000-01-01' AND '2999-12-31'),
      version integer NOT NULL CHECK (version > 0),
      seller_name text NOT NULL,
      sales_count integer NOT NULL CHECK (sales_count > 0),
      total_cents bigint NOT NULL CHECK (total_cents >= 0),
      closed_at timestamptz NOT NULL DEFAULT now(),
      closed_by integer NOT NULL REFERENCES users,
      UNIQUE (seller_id, day, version)
    );
    CREATE INDEX closings_day ON closings (day);

    CREATE TABLE closing_payments (
      closing_id integer NOT NULL REFERENCES closings,
      line smallint NOT NULL CHECK (line > 0),
      method_name text NOT NULL,
      net_cents bigint NOT NULL CHECK (net_cents > 0),
      PRIMARY KEY (closing_id, line),
      UNIQUE (closing_id, method_name)
    );

    CREATE TABLE closing_sales (
      closing_id integer NOT NULL REFERENCES closings,
      sale_id integer NOT NULL REFERENCES sales,
      PRIMARY KEY (closing_id, sale_id)
    );

    -- As for the lines of a sale.
    CREATE FUNCTION refuse_late_closing_lines() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM added
        WHERE (SELECT xmin FROM closings WHERE id = closing_id) <> pg_current_xact_id()::xid
      ) THEN
        RAISE EXCEPTION 'a closing gets no more lines' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER no_late_lines AFTER INSERT ON closing_payments
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_closing_lines();
    CREATE TRIGGER no_late_lines AFTER INSERT ON closing_sales
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_closing_lines();
  `.execute(db);
}
