import { type Kysely, sql } from 'kysely';

/**
 * Sales whose client does not buy for their student: they were made for the wrong one. A later sale to the two links
 * them again, and a merged record takes its sales along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE unlinked_sales (sale_id integer PRIMARY KEY REFERENCES sales);
  `.execute(db);
}
