import { randomUUID } from 'node:crypto';
import { MOST_PARKED } from '@balcao/contract/fields/list-limits.ts';
import type { NewParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../sweep.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aClient, aParkedOrder, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { whose } from '../../testing/people.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { meet } from '../met-people/met-people.service.ts';
import { correctPerson, mergeRecords } from '../people/changes.service.ts';
import { anonymisePerson, exportPerson } from '../people/personal-data.service.ts';

const CPF = '52998224725';
const { shop, token, vera, client, pen, shirt, cash, payload, sell } =
  await openTestCounter(afterAll);
const { db } = shop.owner;

beforeEach(() => db.deleteFrom('parked_sales').execute());

const anOrder = (given: Partial<NewParkedSale> = {}) =>
  aParkedOrder({
    client: { cpf: CPF, name: 'Ana' },
    student: { registration: '20260000001', name: 'Bia' },
    items: [
      { product: pen.id, quantity: 3 },
      { product: shirt.id, quantity: 1 },
    ],
    ...given,
  });
const park = (body: NewParkedSale, as = token) => shop.call('parkSale', { token: as, body });
const list = async (as = token) => (await shop.call('listParkedSales', { token: as })).body;
const at = (id: number) => ({ id });
const claim = (id: number, by: string, as = token) =>
  shop.call('claimParkedSale', { token: as, ...at(id), body: { claim: by } });
const drop = (id: number, as = token) => shop.call('deleteParkedSale', { token: as, ...at(id) });
const rows = () => db.selectFrom('parked_sales').selectAll().orderBy('id').execute();

test('an order waits for its seller alone, at the prices of the shop, oldest first', async () => {
  const { body: first } = await park(anOrder());
  const { body: second } = await park(
    anOrder({ client: { cpf: '', name: ' Rui  Sá ' }, items: [] }),
  );
  const { product } = (await rows())[0]?.items[0] ?? {};
  expect(first).toMatchObject({ client_name: 'Ana', student_name: 'Bia', items: 4, total: 57.4 });
  expect(first.first_product).toBe(product);
  expect(second).toMatchObject({ client_name: 'Rui Sá', first_product: null, items: 0, total: 0 });
  expect(await list()).toEqual([first, second]);
  for (const admin of [false, true]) {
    const other = await anAccess(db, (await aUser(db, { admin })).id);
    expect(await list(other)).toEqual([]);
    const before = await tableSnapshot(db);
    for (const refused of [
      await claim(first.id, randomUUID(), other),
      await drop(first.id, other),
    ]) {
      expect(refused.problem).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(await tableSnapshot(db)).toEqual(before);
  }
});

test('a key parks once, also of many at a time; the same key again brings the order up to date', async () => {
  const order = anOrder();
  const mark = await lastAuditId(db);
  const tries = await Promise.all(Array.from({ length: 8 }, () => park(order)));
  expect(new Set(tries.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'parked_sale.parked', after: { items: 4, total_general: 57.4 } },
  ]);
  const changes = [{ client: { cpf: '', name: 'Rui' } }, { items: order.items.slice(1) }];
  for (const change of changes) await park(Object.assign(order, change));
  expect(await list()).toMatchObject([{ client_name: 'Rui', items: 1, total: 49.9 }]);
  expect(await auditAfter(db, mark)).toMatchObject([
    { after: { items: 4 } },
    { action: 'parked_sale.parked', after: { items: 4 } },
    { action: 'parked_sale.parked', after: { items: 1 } },
  ]);
});

test('the payment waits with its order, and an order of before has none', async () => {
  const payments = [
    { method: 'Pix', amount: 12.34 },
    { method: 'Dinheiro', amount: null },
  ];
  const order = anOrder({ payments });
  const { id } = (await park(order)).body;
  expect((await park(order)).body.id).toBe(id);
  expect((await claim(id, randomUUID())).body.payments).toEqual(payments);
  const changed = anOrder();
  const { id: other } = (await park(changed)).body;
  await park(Object.assign(changed, { payments: payments.slice(1) }));
  expect((await claim(other, randomUUID())).body.payments).toEqual(payments.slice(1));

  const { body: old } = await park(anOrder());
  expect((await claim(old.id, randomUUID())).body.payments).toEqual([]);
  const line = { method: 'Pix', amount: 1 };
  // Half a character, which JSON in PostgreSQL refuses.
  const half = await park(anOrder({ payments: [{ ...line, method: '\ud83d' }] }));
  expect(half.status).toBe(201);
  for (const wrong of [
    [{ ...line, amount: -1 }],
    [{ ...line, amount: 0.001 }],
    [{ ...line, method: '' }],
    [{ ...line, method: 'x'.repeat(61) }],
    [{ ...line, found: true }],
    Array.from({ length: 6 }, () => line),
  ]) {
    const refused = await park(anOrder({ payments: wrong }));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  }
});

test('one claim takes an order up, and gets it again; another gets 409 and a sentence', async () => {
  const order = anOrder();
  const { id } = (await park(order)).body;
  const claims = Array.from({ length: 6 }, () => randomUUID());
  const taken = await Promise.all(claims.map((by) => claim(id, by)));
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const winner = taken.findIndex(({ status }) => status === 200);
  const refused = taken.find(({ status }) => status === 409);
  expect(refused?.problem).toMatchObject({
    code: 'parked_sale_taken',
    detail: 'Este pedido já foi retomado ou descartado em outro computador.',
  });
  expect(taken[winner]?.body).toEqual({
    id,
    client: { cpf: CPF, name: 'Ana' },
    student: { registration: '20260000001', name: 'Bia' },
    items: [
      { quantity: 3, product: { id: pen.id, code: '10', name: 'Caneta', price: 2.5 } },
      { quantity: 1, product: { id: shirt.id, code: '20', name: 'Camiseta', price: 49.9 } },
    ],
    payments: [],
  });
  const mark = await lastAuditId(db);
  const again = await claim(id, (claims[winner] ?? '').toUpperCase());
  expect(again.body).toEqual(taken[winner]?.body);
  expect((await drop(id)).problem.code).toBe('parked_sale_taken');
  expect(await auditAfter(db, mark)).toEqual([]);
  expect(await list()).toEqual([]);

  // A late retry of the first computer parks nothing; an order that it has changed stays there.
  expect(await park(order)).toMatchObject({ status: 201, body: { id } });
  for (const change of [{ items: [] }, { student: { registration: '', name: '' } }]) {
    const { problem } = await park({ ...order, ...change });
    expect(problem).toMatchObject({ status: 409, code: 'parked_sale_taken' });
  }
  expect(await list()).toEqual([]);
});

test('a dropped order keeps no name or number, and its key parks nothing', async () => {
  const order = anOrder();
  const { id } = (await park(order)).body;
  expect((await drop(id)).body).toEqual({ message: 'Pedido descartado.' });
  expect(await list()).toEqual([]);
  expect((await claim(id, randomUUID())).problem.code).toBe('not_found');
  expect((await park(order)).problem.code).toBe('parked_sale_taken');
  expect(JSON.stringify(await rows())).not.toMatch(/52998224725|Ana|Bia|20260000001/);
});

test('prices are those of the parking, and a product that is gone since comes back named', async () => {
  const [cheap, gone] = [await aProduct(db, { price: cents(100) }), await aProduct(db)];
  const items = [gone, cheap].map(({ id: product }) => ({ product, quantity: 2 }));
  const { id, total } = (await park(anOrder({ items }))).body;
  expect(total).toBe((gone.unitPrice * 2 + 200) / 100);
  await db
    .updateTable('products')
    .set({ price_cents: cents(150) })
    .where('id', '=', cheap.id)
    .execute();
  await db.updateTable('products').set({ active: false }).where('id', '=', gone.id).execute();
  expect(await list()).toMatchObject([{ total }]);
  const { body } = await claim(id, randomUUID());
  expect(body.items.map(({ product }) => [product.name, product.price])).toEqual([
    [gone.name, gone.unitPrice / 100],
    [cheap.name, 1],
  ]);
});

test.each([
  ['unknown_product', () => ({ items: [{ product: 2_000_000_000, quantity: 1 }] })],
  [
    'amount_too_large',
    async () => {
      const { id } = await aProduct(db, { price: cents(999_999_999) });
      return { items: [{ product: id, quantity: 2 }] };
    },
  ],
  ['unfit_text', () => ({ client: { cpf: '', name: 'a\u200bb' } })],
  ['invalid_request', () => ({ client: { cpf: '123456789012', name: '' } })],
  [
    'too_many_parked',
    async () => {
      await Promise.all(Array.from({ length: MOST_PARKED + 5 }, () => park(anOrder())));
      expect(await list()).toHaveLength(MOST_PARKED);
      return {};
    },
  ],
])('%s is refused, and nothing changes', async (code, given) => {
  const body = anOrder(await given());
  const before = await tableSnapshot(db);
  const { problem } = await park(body);
  expect(problem.code).toBe(code);
  expect(JSON.stringify(problem)).not.toContain('123456789012');
  expect(await tableSnapshot(db)).toEqual(before);
});

test('an order that was sold is neither parked nor taken up', async () => {
  const order = anOrder();
  const { id } = (await park(order)).body;
  // The response to the parking was lost, and the seller has sold the order that was still on the screen.
  expect((await sell(payload, order.key)).status).toBe(201);
  expect(await list()).toEqual([]);
  const before = await tableSnapshot(db);
  for (const refused of [await park(order), await claim(id, randomUUID()), await drop(id)]) {
    expect(refused.problem).toMatchObject({ status: 409, code: 'sale_recorded' });
  }
  expect(await tableSnapshot(db)).toEqual(before);
});

test('an order that was taken up is sold under its new key alone; a dropped one may still be sold', async () => {
  const [order, dropped] = [anOrder(), anOrder()];
  const { id } = (await park(order)).body;
  await claim(id, randomUUID());
  const before = await tableSnapshot(db);
  for (const key of [order.key, order.key.toUpperCase()]) {
    const { problem } = await sell(payload, key);
    expect(problem).toMatchObject({ status: 409, code: 'parked_sale_taken' });
  }
  expect(await tableSnapshot(db)).toEqual(before);
  expect((await sell(payload, randomUUID())).status).toBe(201);

  await drop((await park(dropped)).body.id);
  expect((await sell(payload, dropped.key)).status).toBe(201);
  // A key belongs to its seller: what another has parked under it stops nobody.
  const theirs = await anAccess(db, (await aUser(db)).id);
  const other = anOrder();
  await claim((await park(other, theirs)).body.id, randomUUID(), theirs);
  expect((await sell(payload, other.key)).status).toBe(201);
});

test('of a sale and a taking up at the same time one waits for the other, and fails', async () => {
  const [sold, taken] = [anOrder(), anOrder()];
  const [soldId, takenId] = [(await park(sold)).body.id, (await park(taken)).body.id];
  const session = await shop.owner.pool.connect();
  await session.query('BEGIN');
  const payments = [{ method: cash, amount: cents(1_000) }];
  await aSale(session, {
    seller: vera,
    client,
    items: [{ product: pen }],
    payments,
    key: sold.key,
  });
  const late = claim(soldId, randomUUID());
  await untilBlocked(db);
  await session.query('COMMIT');
  session.release();
  expect((await late).problem).toMatchObject({ status: 409, code: 'sale_recorded' });

  const finishClaim = await hold(db, async (tx) => {
    const values = { claim: randomUUID(), ended_at: new Date() };
    await tx.updateTable('parked_sales').set(values).where('id', '=', takenId).execute();
  });
  const selling = sell(payload, taken.key);
  await untilBlocked(db);
  await finishClaim();
  expect((await selling).problem).toMatchObject({ status: 409, code: 'parked_sale_taken' });
});

test('the names of an order that was taken up yesterday, or sold, go with the next sweep', async () => {
  const sold = anOrder();
  const [old, recent, waiting] = [anOrder(), anOrder(), anOrder()];
  const by = randomUUID();
  const ids = [];
  for (const order of [old, recent, sold, waiting]) ids.push((await park(order)).body.id);
  for (const id of ids.slice(0, 2)) await claim(id, by);
  await sell(payload, sold.key);
  await db
    .updateTable('parked_sales')
    .set({ ended_at: sql`now() - interval '25 hours'` })
    .where('order_key', '=', old.key)
    .execute();
  await sweep(shop.connection.db);
  const named = (await rows()).filter((row) => row.client_cpf === CPF && row.client_name === 'Ana');
  expect(named.map((row) => row.order_key)).toEqual([recent.key, waiting.key]);
  expect((await claim(ids[0] ?? 0, by)).body).toMatchObject({ client: { cpf: '', name: '' } });
  expect((await claim(ids[1] ?? 0, by)).body).toMatchObject({ client: { cpf: CPF } });
});

test('an order that has waited for a month is dropped by the next sweep, whoever has parked it', async () => {
  const gone = await aUser(db);
  const theirs = await anAccess(db, gone.id);
  const { id } = (await park(anOrder(), theirs)).body;
  await park(anOrder());
  const waitingSince = (days: number) =>
    db
      .updateTable('parked_sales')
      .set({ parked_at: sql`now() - make_interval(days => ${days})` })
      .where('id', '=', id)
      .execute();
  await db.updateTable('users').set({ active: false }).where('id', '=', gone.id).execute();
  const mark = await lastAuditId(db);
  await waitingSince(29);
  const { db: serving } = shop.connection;
  await sweep(serving);
  await waitingSince(31);
  // Two servers.
  await Promise.all([sweep(serving), sweep(serving)]);
  const named = (await rows()).filter(({ client_name }) => client_name === 'Ana');
  expect(named.map(({ seller_id }) => seller_id)).toEqual([vera.id]);
  const events = await auditAfter(db, mark);
  expect(events.filter(({ action }) => action.startsWith('parked_sale'))).toMatchObject([
    { action: 'parked_sale.dropped', actor_id: null, subject_id: id, after: { items: 4 } },
  ]);
});

test('a deactivated seller finds their orders again; a deleted one leaves none behind', async () => {
  const [boss, seller] = [await aUser(db, { admin: true }), await aUser(db)];
  const bossToken = await anAccess(db, boss.id);
  const { id } = (await park(anOrder(), await anAccess(db, seller.id))).body;
  const edit = (active: boolean) =>
    shop.call('editUser', {
      token: bossToken,
      ...at(seller.id),
      body: { name: seller.name, email: seller.login, active, admin: false },
    });
  await edit(false);
  await edit(true);
  expect(await list(await anAccess(db, seller.id))).toMatchObject([{ id }]);

  const mark = await lastAuditId(db);
  await shop.call('deleteUser', { token: bossToken, ...at(seller.id) });
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'parked_sale.dropped', actor_id: boss.id, subject_id: id },
    { action: 'user.deleted' },
  ]);
  expect(JSON.stringify(await rows())).not.toMatch(/52998224725|Ana/);
});

test('a client’s parked orders are exported, and go on without the client who is anonymised', async () => {
  const { id } = (await park(anOrder())).body;
  await park(anOrder({ client: { cpf: '11144477735', name: 'Rui' } }));
  expect((await exportPerson(db, await whose(db, 'client', CPF))).parked_sales).toMatchObject([
    { id, client_name: 'Ana', student_registration: '***600000**', student_name: 'Bia' },
  ]);
  await anonymisePerson(db, await whose(db, 'client', CPF));
  expect(await list()).toMatchObject([{ client_name: '', items: 4 }, { client_name: 'Rui' }]);
  expect(JSON.stringify(await rows())).not.toMatch(/52998224725|Ana/);
});

test('the audit holds no name or number of a parked order', async () => {
  const mark = await lastAuditId(db);
  await drop((await park(anOrder())).body.id);
  await claim((await park(anOrder())).body.id, randomUUID());
  const events = await auditAfter(db, mark);
  expect(events.map(({ action }) => action)).toEqual([
    'parked_sale.parked',
    'parked_sale.dropped',
    'parked_sale.parked',
    'parked_sale.taken',
  ]);
  for (const { after } of events) expect(after).toEqual({ items: 4, total_general: 57.4 });
  expect(JSON.stringify(events)).not.toMatch(/52998224725|Ana|Bia|20260000001/);
});

describe('a client who was offered', () => {
  const byId = ({ id, name }: { id: number; name: string }) =>
    anOrder({ client: { cpf: '', name, id } });
  const parked = async (who: { id: number; name: string }) => (await park(byId(who))).body.id;
  const taken = async (id: number) => (await claim(id, randomUUID())).body.client;

  test('waits with the order; who takes it up learns no CPF', async () => {
    const rui = await aClient(db, { cpf: '11144477735', name: 'Rui Sá' });
    const order = byId(rui);
    const { id } = (await park(order)).body;
    // A retry after a lost response.
    expect((await park(order)).body.id).toBe(id);
    await shop.call('handOverParkedSale', { token, ...at(id), body: { for_anyone: true } });
    const theirs = await anAccess(db, (await aUser(db)).id);
    const { body } = await claim(id, randomUUID(), theirs);
    expect(body.client).toEqual({ id: rui.id, cpf: '•••.444.777-••', name: 'Rui Sá' });
    expect(JSON.stringify(body)).not.toContain(rui.cpf);
    // The same key with the CPF that was said meanwhile is another order.
    const said = byId(rui);
    const { id: second } = (await park(said)).body;
    await park({ ...said, client: { cpf: rui.cpf, name: 'Rui Sá' } });
    expect(await taken(second)).toEqual({ cpf: rui.cpf, name: 'Rui Sá' });
  });

  test('is who they are now: renamed, renumbered, merged, anonymised', async () => {
    const [renamed, kept, merged, gone] = await Promise.all(
      ['Rui', 'Léa', 'Lea', 'Zé'].map((name) => aClient(db, { name })),
    );
    if (!renamed || !kept || !merged || !gone) throw new Error('Four clients');
    const ids = [await parked(renamed), await parked(merged), await parked(gone)] as const;
    const boss = await aUser(db, { admin: true });
    const number = '39053344705';
    await correctPerson(db, boss, 'client', { id: renamed.id, number, name: 'Rui Sá' });
    await mergeRecords(db, boss, 'client', { id: kept.id, merged: merged.id });
    await anonymisePerson(db, await whose(db, 'client', gone.cpf));
    expect(await taken(ids[0])).toEqual({ id: renamed.id, cpf: '•••.533.447-••', name: 'Rui Sá' });
    expect(await taken(ids[1])).toMatchObject({ id: kept.id, name: 'Léa' });
    expect(await taken(ids[2])).toEqual({ cpf: '', name: '' });
    // A record that was merged since the client was chosen.
    expect(await taken(await parked(merged))).toMatchObject({ id: kept.id });
    const { problem } = await park(byId(gone));
    expect(problem).toMatchObject({ code: 'unknown_client', field: 'body/client/id' });
  });

  test('counts as somebody met, as ids can be counted up', async () => {
    const seller = await aUser(db);
    const theirs = await anAccess(db, seller.id);
    const others = await Promise.all(Array.from({ length: 121 }, () => aClient(db)));
    const people = others.slice(1).map(({ id }) => ({ kind: 'client' as const, id }));
    await meet(db, seller, people);
    const before = await rows();
    const refused = await park(byId(others[0] ?? client), theirs);
    expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_people' });
    expect(await rows()).toEqual(before);
    expect((await park(byId(others[1] ?? client), theirs)).status).toBe(201);
  });
});
