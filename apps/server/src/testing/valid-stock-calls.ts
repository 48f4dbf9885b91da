import { randomUUID } from 'node:crypto';
import type { Db } from '../database/connection.ts';
import type { TestShop } from './app.ts';
import { aProduct, aUser } from './builders.ts';
import { anAccess } from './signed-in.ts';

const aKey = () => ({ 'idempotency-key': randomUUID() });
const period = { query: { startDate: '2027-01-01', endDate: '2027-02-28' } };

/** A count that an administrator has begun, and a product that was read once. */
async function aStockCount(shop: TestShop) {
  const db: Db = shop.owner.db;
  const token = await anAccess(db, (await aUser(db, { admin: true })).id);
  const body = { name: 'Prateleira', blind: false, products: null };
  const { id } = (await shop.call('beginCount', { token, headers: aKey(), body })).body;
  const product = (await aProduct(db)).id;
  const params = { id: String(id) };
  const lines = [{ key: randomUUID(), product, quantity: 1 }];
  await shop.call('addCountLines', { token, params, body: { lines } });
  return { params, product };
}

/** Requests that succeed for an administrator, and for a seller those that are theirs. */
export function validStockCalls(shop: TestShop) {
  const { db } = shop.owner;
  const delivery = async () => ({
    headers: aKey(),
    body: { lines: [{ product: (await aProduct(db)).id, quantity: 5 }] },
  });
  const access = async () => anAccess(db, (await aUser(db, { admin: true })).id);
  const followed = async () => {
    const sent = await delivery();
    await shop.call('createDelivery', { token: await access(), ...sent });
    return sent.body.lines[0]?.product ?? 0;
  };
  const fileRows = async () => ({
    rows: [{ line: 2, code: (await aProduct(db)).code, quantity: '12' }],
  });
  return {
    readStock: () => ({}),
    readOnHand: () => ({}),
    readLedger: async () => ({ params: { id: String(await followed()) } }),
    createDelivery: delivery,
    adjustStock: async () => ({
      headers: aKey(),
      body: { product: await followed(), kind: 'loss' as const, quantity: 1, reason: 'Sumiu' },
    }),
    setMinimum: async () => ({ body: { products: [(await aProduct(db)).id], minimum: 3 } }),
    suggestPurchase: () => period,
    beginCount: () => ({ headers: aKey(), body: { name: 'Tudo', blind: true, products: null } }),
    listCounts: () => ({}),
    readCount: async () => ({ params: (await aStockCount(shop)).params }),
    addCountLines: async () => {
      const { params, product } = await aStockCount(shop);
      return { params, body: { lines: [{ key: randomUUID(), product, quantity: 2 }] } };
    },
    applyCount: async () => ({
      params: (await aStockCount(shop)).params,
      body: { lines: 1, missing_as_zero: false },
    }),
    dropCount: async () => ({ params: (await aStockCount(shop)).params }),
    compareDelivery: async () => ({ body: await fileRows() }),
    importDelivery: async () => {
      const body = await fileRows();
      const { preview } = (await shop.call('compareDelivery', { token: await access(), body }))
        .body;
      return { headers: aKey(), body: { ...body, preview } };
    },
  };
}
