import { type Kysely, sql } from 'kysely';

/** What was chosen and typed of the payment before an order was parked. Nothing in it names a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE parked_sales
      -- [{"method": name, "amount_cents": n or null}]
      ADD COLUMN payments jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(payments) = 'array')
  `.execute(db);
}
