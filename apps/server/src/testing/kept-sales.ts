import { randomUUID } from 'node:crypto';
import type { NewKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { cents, reaisFromCents } from '@balcao/domain/money.ts';
import { aSalePayload, aUser, type GivenItem } from './builders.ts';
import { openTestCounter } from './counter.ts';
import { anAccess } from './signed-in.ts';

type GivenKept = Parameters<typeof aSalePayload>[0] & { items: readonly GivenItem[] };

export const aPaper = (items: readonly GivenItem[]): NewKeptSale['paper'] =>
  items.map(({ product: { code, name, unitPrice } }) => ({
    ...{ code, name, price: reaisFromCents(unitPrice) },
  }));

/** The body from a counter that has kept this one sale, just now. */
export const aKeptSale = (given: GivenKept, changed: Partial<NewKeptSale> = {}): NewKeptSale => ({
  made_at: new Date().toISOString(),
  device: randomUUID(),
  waiting: 1,
  sale: aSalePayload(given),
  paper: aPaper(given.items),
  ...changed,
});

/** A counter with a sale to keep, an administrator, and the calls of kept sales. */
export async function openKeptCounter(whenOver?: (close: () => Promise<void>) => void) {
  const counter = await openTestCounter(whenOver);
  const { shop, token, pen, shirt, pix, cash, client, student } = counter;
  const { db } = shop.owner;
  const boss = await aUser(db, { name: 'Chefe', admin: true });
  const chief = await anAccess(db, boss.id);
  // Since long before what the tests have kept.
  const started_at = new Date(Date.now() - 30 * 24 * 3_600_000);
  await db.updateTable('sessions').set({ started_at }).execute();
  const items = [{ product: pen, quantity: 3 }, { product: shirt }];
  const payments = [
    { method: pix, amount: cents(3000) },
    { method: cash, amount: cents(5000) },
  ];
  return {
    ...{ ...counter, boss, chief, items, payments },
    kept: (changed: Partial<NewKeptSale> = {}) =>
      aKeptSale({ client, student, items, payments }, { device: DEVICE, ...changed }),
    send: (body: NewKeptSale, key: string = randomUUID(), as = token) =>
      shop.call('createKeptSale', { token: as, body, headers: { 'idempotency-key': key } }),
    list: async (open?: '1') =>
      (await shop.call('listKeptSales', { token: chief, query: open ? { open } : {} })).body,
    accept: (id: number, note = '') =>
      shop.call('acceptKeptSale', { token: chief, id, body: { note } }),
  };
}

export const DEVICE = '0badcafe-0000-4000-8000-000000000001';
export const minutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toISOString();
