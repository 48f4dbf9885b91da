import { type Kysely, sql } from 'kysely';

/**
 * One row that tells this shop from any other: its id names the session cookie, since browsers share
 * cookies between all ports of a host. Restoring a backup keeps it. `sample` marks the shop of npm run demo.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE shop (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      id text NOT NULL CHECK (id ~ '^[0-9a-f]{8}$'),
      sample boolean NOT NULL
    )
  `.execute(db);
  // The first eight digits of a version 4 UUID are random.
  await sql`
    INSERT INTO shop (id, sample)
    SELECT left(gen_random_uuid()::text, 8),
      EXISTS (SELECT FROM audit_events WHERE action = 'demo.filled')
  `.execute(db);
}
