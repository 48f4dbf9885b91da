import { type Kysely, sql } from 'kysely';

/** Until when a provisional password serves for more than to change it. Those from before get a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN provisional_until timestamptz`.execute(db);
  await sql`UPDATE users SET provisional_until = now() + interval '24 hours'
    WHERE must_change_password`.execute(db);
  await sql`ALTER TABLE users ADD CHECK
    ((provisional_until IS NOT NULL) = must_change_password)`.execute(db);
}
