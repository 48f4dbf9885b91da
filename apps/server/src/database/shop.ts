import type { Db } from './connection.ts';

export type Shop = {
  /** Eight hexadecimal digits, the same for as long as there are data of this shop. */
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
