import { sql } from 'kysely';
import type { Db } from './connection.ts';

export type Shop = {
  /** Eight hexadecimal digits that never change. */
  id: string;
  /** Made by npm run demo. */
  sample: boolean;
};

export function readShop(db: Db): Promise<Shop> {
  return db.selectFrom('shop').select(['id', 'sample']).executeTakeFirstOrThrow();
}

export async function markAsSample(db: Db): Promise<void> {
  await db.updateTable('shop').set({ sample: true }).execute();
}

/** When the shop's first user was made. */
export async function shopBegan(db: Db): Promise<Date> {
  const first = await db
    .selectFrom('users')
    .select((row) => row.fn.min('created_at').as('at'))
    .executeTakeFirst();
  return first?.at ?? new Date();
}

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
