import { type Kysely, sql } from 'kysely';

/**
 * At which account (its hash) an address has failed that never signed in to it: how many such strangers
 * there are decides whether each waits for itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sign_in_failures ADD COLUMN strangers_at text`.execute(db);
  await sql`CREATE INDEX sign_in_strangers ON sign_in_failures (strangers_at)
    WHERE strangers_at IS NOT NULL`.execute(db);
}
