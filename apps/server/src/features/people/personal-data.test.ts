import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../database/connection.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { anOpenBox } from '../../testing/boxes.ts';
import { aClient } from '../../testing/builders.ts';
import { aRefund, storedSale } from '../../testing/corrections.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { whose } from '../../testing/people.ts';
import { countBox, settleBox } from '../cash-boxes/count-box.ts';
import { deleteSale } from '../sales/sales.service.ts';
import { anonymisePerson, exportPerson } from './personal-data.service.ts';

const CPF = '52998224725';
const ana = (db: Db) => whose(db, 'client', CPF);

/** Ana has bought twice, once for Bia; one of the sales was deleted. */
async function openShopWithSales() {
  const counter = await openTestCounter();
  const { payload, shop } = counter;
  const first = (await counter.sell(payload)).body;
  const second = (await counter.sell({ ...payload, student: null })).body;
  const deletedAt = new Date('2026-11-03T12:00:00Z');
  const reason = 'Ana pagou em dobro';
  await deleteSale(shop.owner.db, counter.vera, second.id, { reason });
  await shop.owner.db
    .updateTable('sales')
    .set({ deleted_at: deletedAt })
    .where('id', '=', second.id)
    .execute();
  const rename = (name: string) =>
    counter.shop.call('editClient', {
      token: counter.token,
      id: counter.client.id,
      body: { cpf: CPF, name },
    });
  await rename('Anna');
  await rename('Ana');
  return { ...counter, first, second, db: shop.owner.db, mark: await lastAuditId(shop.owner.db) };
}

/** The text of all tables. */
async function everything(db: Awaited<ReturnType<typeof openShopWithSales>>['db']) {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db);
  const texts = await Promise.all(
    rows.map(({ name }) => sql`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(db)),
  );
  return JSON.stringify(texts.map((table) => table.rows));
}

test('all that is known of one client is read, and that it was read is recorded', async () => {
  const { db, vera, first, second, client, student } = await openShopWithSales();
  const refund = await aRefund(db, { sale: await storedSale(db, first.id), maker: vera });
  const mark = await lastAuditId(db);
  const data = JSON.parse(JSON.stringify(await exportPerson(db, await ana(db))));
  const maskedRegistration = expect.stringMatching(/^\*{3}\d*\*{1,2}$/);
  expect(data).toEqual({
    exported_at: expect.stringMatching(/Z$/),
    person: {
      id: client.id,
      number: CPF,
      name: 'Ana',
      created_at: expect.stringMatching(/Z$/),
    },
    merged: [],
    names: [
      { at: expect.stringMatching(/Z$/), old_name: 'Ana', new_name: 'Anna' },
      { at: expect.stringMatching(/Z$/), old_name: 'Anna', new_name: 'Ana' },
    ],
    sales: [
      {
        ...first,
        student_data: { ...first.student_data, registration: maskedRegistration },
        deleted_at: null,
        deletion_reason: null,
        corrections: expect.objectContaining({ returned_total: refund.total }),
      },
      { ...second, deleted_at: '2026-11-03T12:00:00.000Z', deletion_reason: 'Ana pagou em dobro' },
    ],
    corrections: [refund],
    companions: [
      {
        id: student.id,
        number: maskedRegistration,
        name: student.name,
        created_at: expect.stringMatching(/Z$/),
      },
    ],
    linked: [],
    parked_sales: [],
  });
  const rows = await auditAfter(db, mark);
  expect(rows).toMatchObject([
    { actor_id: null, action: 'client.exported', subject_id: client.id, after: { sales: 2 } },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/52998224725|Ana|Anna/);
  await expect(exportPerson(db, { ...(await ana(db)), id: 999_999_999 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('nobody waits for an export: sales to the person go on meanwhile', async () => {
  const { db, client } = await openShopWithSales();
  // What a sale does until it is committed.
  await hold(db, (tx) =>
    sql`SELECT FROM clients WHERE id = ${client.id} FOR KEY SHARE`.execute(tx),
  );
  expect((await exportPerson(db, await ana(db))).sales).toHaveLength(2);
});

test("a student's file names the guardians without their whole CPF", async () => {
  const { db, student, client, first } = await openShopWithSales();
  const { registration } = student;
  await db
    .insertInto('client_students')
    .values({ client_id: client.id, student_id: student.id })
    .execute();
  const data = await exportPerson(db, await whose(db, 'student', registration));
  const ana = { id: client.id, number: '***982247**', name: 'Ana' };
  expect(data).toMatchObject({
    person: { number: registration },
    companions: [ana],
    linked: [ana],
    sales: [
      {
        id: first.id,
        client_data: { name: 'Ana', cpf: '***982247**' },
        student_data: { registration },
      },
    ],
  });
  expect(JSON.stringify(data)).not.toContain(CPF);
});

test('an anonymised client is nowhere, sales and sums stay, and the CPF is free again', async () => {
  const { db, shop, token, vera, client, first, sell, payload } = await openShopWithSales();
  const figures = ['id', 'total_general_cents', 'paid_cents', 'request_hash'] as const;
  const sums = () => db.selectFrom('sales').select(figures).orderBy('id').execute();
  await aRefund(db, { sale: await storedSale(db, first.id), maker: vera, reason: 'Ana desistiu' });
  const box = async (reason: string, inside = async (): Promise<unknown> => undefined) => {
    const counting = { actor: { ...vera, admin: true }, id: (await anOpenBox(db, vera)).id };
    await inside();
    await countBox(db, counting, { cash: 0 });
    await settleBox(db, counting, { reason });
  };
  await box('Troco a mais para Ana', () => sell(payload));
  await box('Não se sabe');
  const before = await sums();
  const mark = await lastAuditId(db);
  const { id } = client;
  const pseudonym = `Cliente anonimizado ${id}`;
  await anonymisePerson(db, await ana(db));
  const left = await everything(db);
  // Neither the audit nor a box keeps what names her.
  expect(left).not.toMatch(/52998224725|"Ana"|,Anna?[,)]|Ana desistiu|Ana pagou|para Ana/);
  // In that box she did not buy.
  expect(left).toContain('Não se sabe');

  expect(await sums()).toEqual(before);
  expect(await violations(db)).toEqual([]);
  expect(await auditAfter(db, mark)).toMatchObject([
    { actor_id: null, action: 'client.anonymised', subject_id: id, after: { sales: 3 } },
  ]);
  const listed = await shop.call('listSales', { token });
  const client_data = { id, name: pseudonym, cpf: 'anonimizado' };
  expect(listed.body.results.find((sale) => sale.id === first.id)).toEqual({
    ...first,
    client_data,
    corrections: expect.objectContaining({ returned_total: expect.any(Number) }),
  });

  const found = await shop.call('findClients', { token, query: { search: CPF } });
  expect(found.body.results).toEqual([]);
  const body = { cpf: CPF, name: 'Ana Nova' };
  const again = await shop.call('createClient', { token, body });
  expect(again).toMatchObject({ status: 201, body });
  expect(again.body.id).not.toBe(id);
  expect((await sell({ ...payload, client: again.body.id })).body.client_data.cpf).toBe(CPF);
  const her = await ana(db);
  await anonymisePerson(db, her);
  await expect(anonymisePerson(db, her)).rejects.toMatchObject({ code: 'not_found' });
});

test('nobody sells to an anonymised client; a retry of an earlier sale still gets it', async () => {
  const { db, client, payload, sell } = await openShopWithSales();
  const key = randomUUID();
  const { body } = await sell(payload, key);
  await anonymisePerson(db, await ana(db));
  const refused = { status: 422, code: 'unknown_client', field: 'body/client' };
  expect((await sell(payload)).problem).toMatchObject(refused);
  const client_data = { id: client.id, cpf: 'anonimizado' };
  expect((await sell(payload, key)).body).toMatchObject({ id: body.id, client_data });
});

test('nor with a sale that was read before and is written after, which takes no other with it', async () => {
  const { db, client, payload, sell } = await openShopWithSales();
  const other = await aClient(db);
  const key = randomUUID();
  const selling = await db.transaction().execute(async (tx) => {
    // The sales have read their clients and wait for this transaction.
    await sql`SELECT FROM clients WHERE id = ${client.id} FOR UPDATE`.execute(tx);
    const sales = [sell(payload), sell({ ...payload, client: other.id }), sell(payload, key)];
    await untilBlocked(db);
    await anonymisePerson(tx, await ana(tx));
    return { sales };
  });
  const [refused, sold, keyed] = await Promise.all(selling.sales);
  expect(refused?.problem).toMatchObject({ code: 'unknown_client', field: 'body/client' });
  expect(keyed?.problem.code).toBe('unknown_client');
  expect(sold?.status).toBe(201);
  expect(await everything(db)).not.toMatch(/52998224725|"Ana"|,Anna?[,)]/);
  // The key has no sale, so the sale to another client may use it.
  expect((await sell({ ...payload, client: other.id }, key)).status).toBe(201);
});

test('the role that serves requests changes the sales in this one way only, and no marker but its own is taken', async () => {
  const { db, shop, client } = await openShopWithSales();
  const served = shop.connection.db;
  const rename = sql`UPDATE sales SET client_name = 'Outra'`.execute(served);
  await expect(rename).rejects.toMatchObject({ code: '42501' });
  for (const [cpf, at] of [
    ['anonimo-999', 'now()'],
    [`anonimo-${client.id}`, 'NULL'],
    [CPF, 'now()'],
    ['1234567890', 'NULL'],
  ]) {
    const change = sql`UPDATE clients SET cpf = ${cpf}, anonymised_at = ${sql.raw(at ?? '')} WHERE id = ${client.id}`;
    await expect(change.execute(db)).rejects.toMatchObject({ constraint: 'clients_cpf_check' });
  }
  await anonymisePerson(served, await ana(served));
  expect(await everything(db)).not.toMatch(/52998224725|"Ana"|,Anna?[,)]/);
});
