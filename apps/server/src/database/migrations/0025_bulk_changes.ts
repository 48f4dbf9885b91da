import { type Kysely, sql } from 'kysely';

/**
 * What changed many rows at once and can be undone for a day: imports and merges of people. `events` are the
 * rows in the audit of what it changed, which hold the old and new values, so that no name is kept twice.
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
      CHECK (num_nulls(undone_at, undone_by, undone_by_name, undone) IN (0, 4))
    );
    -- A shop that sells already knows its way.
    ALTER TABLE settings ADD COLUMN first_steps_ended boolean NOT NULL DEFAULT false;
    UPDATE settings SET first_steps_ended = EXISTS (SELECT FROM sales);

    CREATE INDEX bulk_changes_kind ON bulk_changes (kind, id);
    -- Whoever deletes a student looks here for corrected names of theirs.
    CREATE INDEX name_corrections_student ON name_corrections (student_id);
  `.execute(db);
}
