import { randomUUID } from 'node:crypto';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditAfter, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aClient, aParkedOrder, aStudent } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, storedSale } from '../../testing/corrections.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const TWIN_CPF = '11144477735';

/** Ana is registered twice, and has bought under both records; one sale came back. */
async function openShopWithTwins() {
  const counter = await openTestCounter();
  const { shop, payload, sell, vera } = counter;
  const { db } = shop.owner;
  const chief = await aVisitor(shop, { admin: true, name: 'Chefe' });
  const token = chief.token;
  const twin = await aClient(db, { cpf: TWIN_CPF, name: 'Ana Lima' });
  const first = (await sell(payload)).body;
  const second = (await sell({ ...payload, client: twin.id, student: null })).body;
  const day = businessDayOf(new Date(second.created_at));
  await aRefund(db, { sale: await storedSale(db, second.id), maker: vera });
  const body = { date: day, seller_id: vera.id };
  await shop.call('closeBox', { token: counter.token, body });
  const period = { startDate: day, endDate: day };
  const statementOf = async (id: number) =>
    shop.call('readClientStatement', { token, id, query: period });
  const merge = (id: number, merged: number) =>
    shop.call('mergeClients', { token, id, body: { merged } });
  const closings = async () =>
    (await shop.call('listClosings', { token, query: period })).body as unknown;
  return { ...counter, db, chief, admin: token, twin, first, second, statementOf, merge, closings };
}

test('two records of one person are one: sales follow, and no sum, closing or paper changes', async () => {
  const shop = await openShopWithTwins();
  const { db, client, twin, first, second, student, admin } = shop;
  const call = shop.shop.call;
  const [mine, others] = [await shop.statementOf(client.id), await shop.statementOf(twin.id)];
  const before = await tableSnapshot(db);
  const closed = await shop.closings();
  const mark = await lastAuditId(db);

  const merged = await shop.merge(client.id, twin.id);
  expect(merged.status).toBe(200);
  expect(merged.body).toMatchObject({
    id: client.id,
    number: client.cpf,
    sales_count: 2,
    merged: [{ id: twin.id, number: TWIN_CPF, name: 'Ana Lima' }],
    companions: [{ link: null, person: { id: student.id } }],
  });
  const statement = (await shop.statementOf(client.id)).body;
  expect(statement.sales).toEqual([...mine.body.sales, ...others.body.sales]);
  expect(statement.corrections).toEqual([...mine.body.corrections, ...others.body.corrections]);
  expect(statement.sales.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(statement.corrections).toHaveLength(1);
  // The papers keep the name and the CPF that they have.
  expect(statement.sales[1]?.client_data).toEqual({ id: twin.id, name: 'Ana Lima', cpf: TWIN_CPF });
  expect(await shop.closings()).toEqual(closed);
  const booksOf = ({ clients, audit_events, bulk_changes, ...books }: typeof before) => books;
  const books = booksOf(await tableSnapshot(db));
  const booksBefore = booksOf(before);
  expect(books).toEqual(booksBefore);
  expect(await violations(db)).toEqual([]);

  const rows = await auditAfter(db, mark);
  expect(rows).toMatchObject([
    {
      actor_id: shop.chief.id,
      action: 'client.merged',
      subject_id: client.id,
      before: null,
      after: { merged: twin.id, sales: 1 },
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/52998224725|11144477735|Ana/);
  expect((await shop.statementOf(twin.id)).status).toBe(404);
  const found = await call('listClients', { token: admin, body: { search: '111.444 lima' } });
  expect(found.body.results).toMatchObject([{ id: client.id, merged: [{ number: TWIN_CPF }] }]);
});

test('the number of the record that went is free: it makes a new client, not a silent other one', async () => {
  const { shop, token, client, twin, merge } = await openShopWithTwins();
  await merge(client.id, twin.id);
  const search = { token, query: { search: TWIN_CPF } };
  expect((await shop.call('findClients', search)).body.count).toBe(0);
  const body = { cpf: TWIN_CPF, name: 'João' };
  const created = await shop.call('createClient', { token, body });
  expect(created).toMatchObject({ status: 201, body });
  expect([client.id, twin.id]).not.toContain(created.body.id);
  expect((await shop.call('findClients', search)).body.results).toEqual([created.body]);
});

test('a merge is undone within a day: each has its own again, and what has been sold since is told', async () => {
  const shop = await openShopWithTwins();
  const { db, client, twin, first, second, student, admin, payload, sell } = shop;
  const call = shop.shop.call;
  const other = await aStudent(db, { name: 'Caio' });
  const late = await aStudent(db, { name: 'Tarde' });
  const link = (of: number, to: number) =>
    call('createLink', { token: admin, body: { client: of, student: to } });
  await link(twin.id, other.id);
  await link(twin.id, late.id);
  const parked = { ...aParkedOrder(), client: { cpf: TWIN_CPF, name: 'Ana Lima' } };
  await call('parkSale', { token: admin, body: parked });
  const orders = () => db.selectFrom('parked_sales').selectAll().execute();
  const before = await orders();
  const { body: merged } = await shop.merge(client.id, twin.id);
  const [merge] = merged.merges;
  expect(merged.merges).toEqual([{ id: expect.any(Number), merged: twin.id }]);
  const undo = () => call('undoMerge', { token: admin, id: merge?.id ?? 0 });

  // Whose it is cannot be told: it was made with the number that stayed.
  await sell({ ...payload, client: twin.id });
  const { link: lost } = merged.companions.find(({ person }) => person.id === late.id) ?? {};
  await call('deleteLink', { token: admin, id: lost as number });
  const { body: taken } = await call('createClient', {
    ...{ token: admin, body: { cpf: TWIN_CPF, name: 'Outra' } },
  });
  expect((await undo()).problem.code).toBe('number_taken');
  const corrected = { token: admin, id: taken.id, body: { number: '00000000191', name: 'Outra' } };
  await call('correctClient', corrected);

  const mark = await lastAuditId(db);
  const undone = await undo();
  const answer = { merged: twin.id, sales: 1, sales_since: 1, links_lost: 1 };
  expect(undone.body).toEqual(answer);
  expect((await undo()).body).toEqual(answer);
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'client.unmerged', subject_id: client.id, after: { merged: twin.id, sales: 1 } },
  ]);
  expect(await orders()).toEqual(before);
  const mine = (await call('readClient', { token: admin, id: client.id })).body;
  expect(mine).toMatchObject({ merged: [], merges: [], sales_count: 2 });
  expect(mine.companions.map(({ person }) => person.id)).toEqual([student.id]);
  const its = (await call('readClient', { token: admin, id: twin.id })).body;
  expect(its).toMatchObject({ number: TWIN_CPF, sales_count: 1 });
  expect(its.companions.map(({ person }) => person.id)).toEqual([other.id]);
  expect((await shop.statementOf(twin.id)).body.sales.map(({ id }) => id)).toEqual([second.id]);
  expect((await shop.statementOf(client.id)).body.sales[0]?.id).toBe(first.id);
  expect(await violations(db)).toEqual([]);
});

test.each(['merged again', 'anonymised'])(
  'a merge stays when the record that stayed was %s since',
  async (what) => {
    const { db, client, twin, admin, merge, shop } = await openShopWithTwins();
    const { body } = await merge(client.id, twin.id);
    if (what === 'anonymised') {
      const consent = { name: client.name };
      await shop.call('anonymiseClient', { token: admin, id: client.id, body: consent });
    } else await merge((await aClient(db, {})).id, client.id);
    const undone = await shop.call('undoMerge', { token: admin, id: body.merges[0]?.id ?? 0 });
    expect(undone.problem.code).toBe('merge_stays');
  },
);

test('a counter that found the record before sells to the one that stays, once', async () => {
  const { client, twin, payload, sell, merge } = await openShopWithTwins();
  const key = randomUUID();
  const order = { ...payload, client: twin.id };
  const { body: earlier } = await sell(order, key);
  await merge(client.id, twin.id);
  expect((await sell(order, key)).body).toEqual(earlier);
  const later = await sell(order);
  expect(later).toMatchObject({ status: 201, body: { client_data: client } });
});

/** Each requests a sale to the twin, and returns its client. */
type Twins = Awaited<ReturnType<typeof openShopWithTwins>>;
const late: Record<string, (shop: Twins) => Promise<number>> = {
  'a sale': async ({ payload, sell, twin }) =>
    (await sell({ ...payload, client: twin.id })).body.client,
  'an exchange': async ({ db, shop, admin, pen, cash, second }) => {
    const body = anExchangeBody(await storedSale(db, second.id), {
      ...{ items: [{ product: pen }], method: cash },
      units: [{ line: 2, quantity: 1 }],
    });
    const headers = { 'idempotency-key': randomUUID() };
    const made = await shop.call('createExchange', { token: admin, id: second.id, headers, body });
    return made.body.sale.client;
  },
};

test.each(Object.entries(late))(
  '%s that was read before the merge and is written after it is of the one who stays',
  async (_what, request) => {
    const shop = await openShopWithTwins();
    const { db, client, twin } = shop;
    const { merging, requested } = await db.transaction().execute(async (tx) => {
      await sql`SELECT FROM clients WHERE id = ${twin.id} FOR UPDATE`.execute(tx);
      const merging = shop.merge(client.id, twin.id);
      await untilBlocked(db);
      const requested = request(shop);
      await untilBlocked(db, 2);
      return { merging, requested };
    });
    expect((await merging).status).toBe(200);
    expect([client.id, twin.id]).toContain(await requested);
    expect(await violations(db)).toEqual([]);
  },
);

test('links and parked orders follow; a chain of merges ends at the last who stays', async () => {
  const { db, shop, token, admin, client, twin, merge } = await openShopWithTwins();
  const third = await aClient(db);
  const [bia, davi] = [await aStudent(db, { name: 'Bia' }), await aStudent(db, { name: 'Davi' })];
  const link = (person: number, student: number) =>
    shop.call('createLink', { token: admin, body: { client: person, student } });
  for (const [person, student] of [
    [twin.id, bia.id],
    [twin.id, davi.id],
    [client.id, bia.id],
  ] as const) {
    expect((await link(person, student)).status).toBe(201);
  }
  const order = aParkedOrder({ client: { cpf: TWIN_CPF, name: 'Ana Lima' } });
  await shop.call('parkSale', { token, body: order });
  await merge(twin.id, third.id);
  await merge(client.id, twin.id);

  const { body } = await shop.call('readClient', { token: admin, id: client.id });
  expect(body.merged.map(({ id }) => id)).toEqual([twin.id, third.id]);
  const linked = body.companions.filter((companion) => companion.link !== null);
  expect(linked.map(({ person }) => person.name)).toEqual(['Bia', 'Davi']);
  const parked = await db.selectFrom('parked_sales').selectAll().execute();
  expect(parked).toMatchObject([{ client_cpf: client.cpf, client_name: client.name }]);
});

test('two records of a student are one too', async () => {
  const { db, shop, token, admin, client, student, payload, sell } = await openShopWithTwins();
  const twin = await aStudent(db, { registration: '777', name: '' });
  await sell({ ...payload, student: twin.id });
  const merged = await shop.call('mergeStudents', {
    token: admin,
    id: student.id,
    body: { merged: twin.id },
  });
  expect(merged.body).toMatchObject({ sales_count: 2, merged: [{ number: '777', name: '' }] });
  const offered = await shop.call('findStudentsOfClient', { token, body: { cpf: client.cpf } });
  expect(offered.body).toEqual([{ ...student, own_sale: true }]);
  expect((await sell({ ...payload, student: twin.id })).body.student_data?.id).toBe(student.id);
});

test('nobody is merged with themselves, with nobody, or with somebody who is gone', async () => {
  const { db, shop, admin, client, twin, merge } = await openShopWithTwins();
  const gone = await aClient(db, { name: 'Ida' });
  await shop.call('anonymiseClient', { token: admin, id: gone.id, body: { name: 'ida' } });
  const before = await tableSnapshot(db);
  const field = 'body/merged';
  expect((await merge(client.id, client.id)).problem).toMatchObject({ code: 'same_person', field });
  expect((await merge(client.id, 999_999)).problem).toMatchObject({
    code: 'unknown_person',
    field,
  });
  expect((await merge(client.id, gone.id)).problem).toMatchObject({
    code: 'unknown_person',
    field,
  });
  expect((await merge(gone.id, client.id)).problem).toMatchObject({ code: 'not_found' });
  expect(await tableSnapshot(db)).toEqual(before);
  await merge(client.id, twin.id);
  expect((await merge(client.id, twin.id)).problem).toMatchObject({
    code: 'unknown_person',
    field,
  });
  expect((await merge(twin.id, client.id)).problem).toMatchObject({ code: 'not_found' });
});
