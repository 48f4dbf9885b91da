import { type Kysely, sql } from 'kysely';

/** After how many minutes without a key, a pointer or a scan a screen is covered; 0 for never. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE settings ADD COLUMN idle_lock_minutes integer NOT NULL DEFAULT 0
      CHECK (idle_lock_minutes BETWEEN 0 AND 480)
  `.execute(db);
}
