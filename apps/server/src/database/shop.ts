import { sql } from 'kysely';
import { SALE_AHEAD } from './clock.ts';
import type { Db } from './connection.ts';
import { rowOf } from './rows.ts';

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

/** The time of the newest sale, if it is ahead of the database's clock and nobody has said that the clock is right. */
export async function saleFromTheFuture(db: Db): Promise<Date | undefined> {
  const row = await rowOf<{ created_at: Date }>(db)`${sql.raw(SALE_AHEAD)}`;
  return row?.created_at;
}
