import { randomUUID } from 'node:crypto';
import type { TestShop } from './app.ts';
import { aUser, saleParts } from './builders.ts';
import { aKeptSale } from './kept-sales.ts';
import { anAccess } from './signed-in.ts';

/** Requests that succeed for an administrator, and for a seller those that are theirs. */
export function validKeptCalls(shop: TestShop) {
  const { db } = shop.owner;
  const kept = async () => ({
    headers: { 'idempotency-key': randomUUID() },
    body: aKeptSale(await saleParts(db)),
  });
  return {
    createKeptSale: kept,
    listKeptSales: () => ({ query: { open: '1' as const } }),
    acceptKeptSale: async () => {
      // Of a computer whose clock is ahead, and so open.
      const { headers, body } = await kept();
      body.made_at = new Date(Date.now() + 600_000).toISOString();
      const token = await anAccess(db, (await aUser(db)).id);
      await shop.call('createKeptSale', { token, headers, body });
      const made = db.selectFrom('kept_sales').select('id').orderBy('id', 'desc').limit(1);
      const { id } = await made.executeTakeFirstOrThrow();
      return { params: { id: String(id) }, body: { note: 'Conferido no papel' } };
    },
  };
}
