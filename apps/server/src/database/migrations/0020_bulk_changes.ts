import { type Kysely, sql } from 'kysely';

/**
 * What changed many rows at once and can be undone for a day: imports, merges of people, and edits of products. `events`
 * are the rows in the audit of what it changed, which hold the old and new values, so that nothing is kept twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bulk_changes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT now(),
      made_by integer NOT NULL REFERENCES users,
      made_by_name text NOT NULL,
      kind text NOT NULL,
      events bigint[] NOT NULL CHECK (cardinality(events) > 0),
      -- What else an undoing needs to know or a list shows: counts and ids, no names of people.
      details jsonb NOT NULL,
      undone_at timestamptz,
      undone_by integer REFERENCES users,
      undone_by_name text,
      -- What an undoing did and what it left as it was.
      undone jsonb,
      -- Of an edit of products, which is asked for under a key.
      idempotency_key uuid UNIQUE,
      request_hash bytea CHECK (length(request_hash) = 32),
      CHECK (num_nulls(idempotency_key, request_hash) IN (0, 2)),
      CHECK (num_nulls(undone_at, undone_by, undone_by_name, undone) IN (0, 4))
    );
    CREATE INDEX bulk_changes_kind ON bulk_changes (kind, id);
  `.execute(db);
}
