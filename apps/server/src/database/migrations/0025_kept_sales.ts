import { type Kysely, sql } from 'kysely';

/**
 * Sales that a counter kept while the server did not answer (docs/decisions/0047-kept-sales.md). Each is recorded once
 * for its key: as a sale, or where its figures do not add up as what its paper says, which is in no book.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE settings ADD COLUMN keep_sales boolean NOT NULL DEFAULT false;

    CREATE TABLE kept_sales (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      idempotency_key uuid NOT NULL UNIQUE,
      -- That of a sale (commandHash).
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      sale_id integer UNIQUE REFERENCES sales,
      seller_id integer NOT NULL REFERENCES users,
      -- By the clock of the computer, believed or not.
      made_at timestamptz NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now(),
      -- The computer, by a number that it has made up, and how many kept sales it then had.
      device uuid NOT NULL,
      waiting integer NOT NULL CHECK (waiting > 0),
      -- KEPT_REASONS of the domain.
      reasons text[] NOT NULL,
      total_cents integer NOT NULL CHECK (total_cents BETWEEN 0 AND 999999999),
      -- [{"code", "name", "price_cents", "quantity"}], and no people.
      paper jsonb CHECK (jsonb_typeof(paper) = 'array'),
      accepted_at timestamptz,
      accepted_by integer REFERENCES users,
      note text,
      -- An administrator has to look at it.
      open boolean NOT NULL GENERATED ALWAYS AS (accepted_at IS NULL AND reasons <> '{}') STORED,
      CHECK ((sale_id IS NULL) = (paper IS NOT NULL)),
      CHECK (sale_id IS NOT NULL OR 'sums_differ' = ANY (reasons)),
      CHECK (num_nulls(accepted_at, accepted_by, note) IN (0, 3)),
      CHECK (sale_id IS NOT NULL OR note <> '')
    );
    CREATE INDEX kept_sales_open ON kept_sales (id) WHERE open;
  `.execute(db);
}
