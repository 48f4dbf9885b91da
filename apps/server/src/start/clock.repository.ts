import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** When the newest sale was made, where that is more than a minute ahead of the database's clock. */
export async function saleFromTheFuture(db: Db): Promise<Date | undefined> {
  const newest = await db
    .selectFrom('sales')
    .select('created_at as at')
    .where('deleted_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() + interval '1 minute'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.at;
}
