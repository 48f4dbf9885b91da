import { type Kysely, sql } from 'kysely';

/** Where a session was begun, in words, and when it was last renewed: what its user is shown of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sessions
      ADD COLUMN device text NOT NULL DEFAULT '',
      ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
    UPDATE sessions SET seen_at = started_at;
  `.execute(db);
}
