import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** The time of the newest sale, if it is more than a minute ahead of the database's clock. */
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
