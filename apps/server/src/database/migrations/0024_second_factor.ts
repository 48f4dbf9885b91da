import { type Kysely, sql } from 'kysely';

/**
 * Second factors and their recovery codes (their SHA-256: each is random, with 80 bits). A factor counts from
 * the moment that a code has confirmed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE settings ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;

    CREATE TABLE second_factors (
      user_id integer PRIMARY KEY REFERENCES users,
      secret bytea NOT NULL,
      begun_at timestamptz NOT NULL DEFAULT now(),
      confirmed_at timestamptz,
      last_step integer NOT NULL DEFAULT 0
    );

    -- A used one is deleted.
    CREATE TABLE recovery_codes (
      user_id integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
      code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
      PRIMARY KEY (user_id, code_hash)
    );
  `.execute(db);
}
