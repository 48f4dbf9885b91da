import { type Kysely, sql } from 'kysely';

/**
 * One row that identifies this shop; restoring a backup keeps it. Its id names the session cookie, because
 * browsers share cookies between all ports of a host. `sample` marks the shop of npm run demo.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE shop (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      id text NOT NULL CHECK (id ~ '^[0-9a-f]{8}$'),
      sample boolean NOT NULL
    );
    -- The first eight digits of a version 4 UUID are random.
    INSERT INTO shop (id, sample) VALUES (left(gen_random_uuid()::text, 8), false);
  `.execute(db);
}
