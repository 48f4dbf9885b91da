import { type Kysely, sql } from 'kysely';

/** A pinned product comes first on the counter's grid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE products ADD COLUMN pinned boolean NOT NULL DEFAULT false`.execute(db);
}
