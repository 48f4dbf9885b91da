import { type Kysely, sql } from 'kysely';

/**
 * Months that were closed. A closing keeps its figures, its files byte for byte, and which deletions, corrections and
 * closed boxes it knew: those that are not among them moved afterwards, also if a clock says otherwise. A month is
 * closed while its newest closing has not been reopened. Nothing here is ever changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE month_closings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      month date NOT NULL CHECK (extract(day FROM month) = 1),
      version integer NOT NULL CHECK (version > 0),
      idempotency_key uuid NOT NULL UNIQUE,
      request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
      closed_at timestamptz NOT NULL,
      closed_by integer NOT NULL REFERENCES users,
      closed_by_name text NOT NULL,
      total_cents bigint NOT NULL,
      figures text NOT NULL,
      fingerprint bytea NOT NULL CHECK (fingerprint = sha256(convert_to(figures, 'UTF8'))),
      deleted_sales integer[] NOT NULL,
      corrections integer[] NOT NULL,
      closed_boxes integer[] NOT NULL,
      UNIQUE (month, version)
    );

    CREATE TABLE month_files (
      closing_id integer NOT NULL REFERENCES month_closings,
      format text NOT NULL CHECK (format IN ('pdf', 'xlsx')),
      content bytea NOT NULL,
      hash bytea NOT NULL CHECK (hash = sha256(content)),
      PRIMARY KEY (closing_id, format)
    );

    CREATE TABLE month_reopenings (
      closing_id integer PRIMARY KEY REFERENCES month_closings,
      reopened_at timestamptz NOT NULL DEFAULT now(),
      reopened_by integer NOT NULL REFERENCES users,
      reopened_by_name text NOT NULL,
      approved_by integer NOT NULL REFERENCES users,
      approved_by_name text NOT NULL,
      reason text NOT NULL CHECK (reason <> '')
    );
  `.execute(db);
}
