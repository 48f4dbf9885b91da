import { type Kysely, sql } from 'kysely';

/** A parked order that any seller may take up; the sale then names who has parked it too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE parked_sales ADD COLUMN for_anyone boolean NOT NULL DEFAULT false,
      ADD COLUMN taken_by integer REFERENCES users;
    -- For everybody else; a seller's own are found by their index.
    CREATE INDEX parked_sales_for_anyone ON parked_sales (parked_at) WHERE for_anyone AND ended_at IS NULL;

    ALTER TABLE sales ADD COLUMN parked_by_name text;
  `.execute(db);
}
