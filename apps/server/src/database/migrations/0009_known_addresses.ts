import { type Kysely, sql } from 'kysely';

/** Every sign-in asks whether the user has signed in from that address before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX sessions_address ON sessions (user_id, address, started_at)`.execute(db);
}
