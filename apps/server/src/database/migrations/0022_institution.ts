import { type Kysely, sql } from 'kysely';

/**
 * Names, CNPJs and logos of the institutions, who receives Pix, and the shop's paper: what institution.json
 * held. A logo is named by its hash, so its address never shows another picture, and one that was replaced
 * stays as what the audit speaks of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE logos (
      hash text PRIMARY KEY CHECK (hash = encode(sha256(content), 'hex')),
      type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
      content bytea NOT NULL CHECK (length(content) BETWEEN 1 AND 4194304)
    );

    ALTER TABLE settings
      -- As GET /api/institution/ shows it, with the hashes of the logos for their addresses.
      ADD COLUMN institution jsonb CHECK (jsonb_typeof(institution) = 'object'),
      ADD COLUMN pix jsonb CHECK (jsonb_typeof(pix) = 'object'),
      -- Of devices that have chosen none.
      ADD COLUMN paper text NOT NULL DEFAULT 'a4' CHECK (paper IN ('a4', '80', '58', 'ask'));
  `.execute(db);
}
