import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aParkedOrder, aUser } from '../../testing/builders.ts';
import { anExchangeBody, storedSale } from '../../testing/corrections.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { deleteUser } from '../users/users.service.ts';

const counter = await openTestCounter(afterAll);
const { shop, token: vera, vera: parker, pen, cash, payload, sell } = counter;
const { db } = shop.owner;
const rui = await aUser(db, { name: 'Rui' });
const other = await anAccess(db, rui.id);
const items = [{ product: pen.id, quantity: 2 }];

const park = async (key: string = randomUUID()) =>
  (await shop.call('parkSale', { token: vera, body: aParkedOrder({ key, items }) })).body;
const list = async (token: string) => (await shop.call('listParkedSales', { token })).body;
const at = (id: number) => ({ params: { id: `${id}` } });
const handOver = (id: number, for_anyone = true, token = vera) =>
  shop.call('handOverParkedSale', { token, ...at(id), body: { for_anyone } });
const claim = (id: number, by: string, token = other) =>
  shop.call('claimParkedSale', { token, ...at(id), body: { claim: by } });

test('an order for anyone is taken up once, by whoever comes first, and its sale names both', async () => {
  const key = randomUUID();
  const { id } = await park(key);
  expect((await claim(id, randomUUID())).problem?.code).toBe('not_found');
  expect((await handOver(id, true, other)).problem?.code).toBe('not_found');
  expect((await handOver(id)).body).toMatchObject({ id, for_anyone: true });
  expect(await list(vera)).toMatchObject([{ id, for_anyone: true }]);
  expect(await list(other)).toMatchObject([{ id, for_anyone: true, parked_by: parker.name }]);
  // Only its own seller drops it, or keeps it to themselves again.
  const drop = await shop.call('deleteParkedSale', { token: other, ...at(id) });
  expect(drop.problem?.code).toBe('not_found');
  await handOver(id, false);
  expect(await list(other)).toEqual([]);
  await handOver(id);

  const before = await lastAuditId(db);
  const claims = [randomUUID(), randomUUID()] as const;
  const both = await Promise.all([claim(id, claims[0], other), claim(id, claims[1], vera)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [byRui] = both;
  const winner = byRui.status === 200;
  const again = await claim(id, winner ? claims[0] : claims[1], winner ? other : vera);
  expect(again.status).toBe(200);
  expect(again.body.parked_by).toBe(winner ? parker.name : undefined);
  expect(await list(vera)).toEqual([]);
  // The counter that has parked it cannot sell it any more.
  expect((await sell(payload, key)).problem?.code).toBe('parked_sale_taken');
  const [event] = await auditAfter(db, before);
  expect(event).toMatchObject({ action: 'parked_sale.taken' });
});

test('the sale is of who finishes it and names who parked it, in its record and in the audit', async () => {
  const { id } = await park();
  await handOver(id);
  expect((await claim(id, randomUUID())).body.parked_by).toBe(parker.name);
  const before = await lastAuditId(db);
  const body = { ...payload, seller: rui.id, parked_order: id };
  const { body: sale } = await shop.call('createSale', { token: other, body });
  expect(sale).toMatchObject({ seller: rui.id, parked_by: parker.name });
  const [event] = await auditAfter(db, before);
  expect(event).toMatchObject({ actor_name: 'Rui', after: { parked_by: parker.name } });
  const read = await shop.call('readSale', { token: other, ...at(sale.id) });
  expect(read.body).toMatchObject({ seller_name: 'Rui', parked_by: parker.name });
  // Nobody names somebody whose order they have not taken up.
  const { body: own } = await sell({ ...payload, parked_order: id });
  expect(Object.keys(own)).not.toContain('parked_by');
  expect(await violations(shop.owner.db)).toEqual([]);
});

test('so does the new sale of an exchange', async () => {
  const boss = await aUser(db, { name: 'Chefe', admin: true });
  const token = await anAccess(db, boss.id);
  const old = await storedSale(db, (await sell(payload)).body.id);
  const { id } = await park();
  await handOver(id);
  await claim(id, randomUUID(), token);
  const body = anExchangeBody(old, { items: [{ product: pen }], method: cash });
  const { body: exchange } = await shop.call('createExchange', {
    ...{ token, ...at(old.id), headers: { 'idempotency-key': randomUUID() } },
    body: { ...body, sale: { ...body.sale, parked_order: id } },
  });
  expect(exchange.sale).toMatchObject({ seller: boss.id, parked_by: parker.name });
});

test('when its seller goes, an order for anyone waits on, and one of their own is dropped', async () => {
  const boss = await aUser(db, { admin: true });
  const [kept] = [await park(), await park()];
  await handOver(kept.id);
  await deleteUser(db, boss, parker.id);
  expect(await list(other)).toMatchObject([{ id: kept.id }]);
});
