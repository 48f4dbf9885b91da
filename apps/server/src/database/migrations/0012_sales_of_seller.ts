import { type Kysely, sql } from 'kysely';

/**
 * A product's sales of one seller, or of those by a name, were counted by reading all sales there are. With
 * id and name beside the seller this index alone has what is asked; it is the same one otherwise, without
 * the deleted sales, which nobody asks it for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX sales_of_seller ON sales (seller_id, business_day) INCLUDE (id, seller_name)
    WHERE deleted_at IS NULL
  `.execute(db);
  await sql`DROP INDEX sales_of_seller_day`.execute(db);
}
