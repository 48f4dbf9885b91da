import { type Kysely, sql } from 'kysely';

/** The seller knows the client of the parked order by an offer: the CPF is kept, and shown to nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE parked_sales ADD COLUMN client_offered boolean NOT NULL DEFAULT false;
  `.execute(db);
}
