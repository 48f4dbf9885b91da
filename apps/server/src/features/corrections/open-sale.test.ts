import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aCpf, anApproval, aSale, aStudent, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefundBody } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, client, student, pen, cash } = counter;
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const admin = await tokenOf(shop, chief.login);

const aSoldSale = (given: object = {}) =>
  aSale(pool, {
    seller: vera,
    client,
    student,
    items: [{ product: pen, quantity: 3 }],
    payments: [{ method: cash, amount: cents(5_000) }],
    ...given,
  });
const sale = await aSoldSale();

async function aSeller() {
  const seller = await aUser(db);
  return { seller, token: await anAccess(db, seller.id) };
}

const read = (token: string, id = sale.id) =>
  shop.call('readSale', { token, params: { id: String(id) } });
const open = (token: string, cpf = client.cpf, id = sale.id) =>
  shop.call('openSale', { token, params: { id: String(id) }, body: { cpf } });
const refund = (token: string, body: object) =>
  shop.call('createRefund', {
    token,
    params: { id: String(sale.id) },
    headers: { 'idempotency-key': randomUUID() },
    body: body as ReturnType<typeof aRefundBody>,
  });

const ofNobody = ({ problem }: { problem: object }) => ({ ...problem, reference: '' });

test('an administrator sees whose records the people of a sale are, and nobody else does', async () => {
  const people = {
    ...{ client: client.id, cpf: client.cpf },
    ...{ student: student.id, registration: student.registration, seller_login: vera.login },
  };
  expect((await read(admin)).body.people).toEqual(people);
  expect((await read(counter.token)).body).not.toHaveProperty('people');
  const { token } = await aSeller();
  expect((await open(token)).body).not.toHaveProperty('people');
  // After a merge the record that is left; the sale keeps its number.
  const kept = await aClient(db, { name: 'Ana Maria' });
  const params = { id: `${kept.id}` };
  const other = await aClient(db);
  const sold = await aSoldSale({ client: other, student: null });
  await shop.call('mergeClients', { token: admin, params, body: { merged: other.id } });
  expect((await read(admin, sold.id)).body.people).toMatchObject({
    ...{ client: kept.id, cpf: other.cpf, student: null, registration: null },
  });
});

test('another seller’s sale opens with its number and its client’s CPF, and the audit says who opened it', async () => {
  const { seller, token } = await aSeller();
  const missing = ofNobody(await read(token, 999_999));
  expect(missing).toMatchObject({ status: 404, code: 'not_found' });
  expect(ofNobody(await read(token))).toEqual(missing);
  expect(ofNobody(await open(token, aCpf()))).toEqual(missing);
  expect(ofNobody(await open(token, client.cpf, 999_999))).toEqual(missing);

  const before = await lastAuditId(db);
  const opened = await open(token);
  expect(opened).toMatchObject({ status: 200, body: { id: sale.id, client_name: 'Ana' } });
  const after = { seller_id: vera.id };
  const row = { actor_id: seller.id, action: 'sale.opened', subject_id: sale.id, after };
  expect(await auditAfter(db, before)).toMatchObject([row]);
  expect(JSON.stringify(await auditAfter(db, before))).not.toContain(client.cpf);

  // It stays open to this seller, and to no other.
  expect((await read(token)).body).toEqual(opened.body);
  expect((await read((await aSeller()).token)).status).toBe(404);
  await sql`UPDATE met_people SET until = now() WHERE kind = 'sale'`.execute(db);
  expect((await read(token)).status).toBe(404);
});

test('one’s own sales, and an administrator all, open by number', async () => {
  expect((await read(counter.token)).status).toBe(200);
  expect((await read(admin)).status).toBe(200);
  const { seller, token } = await aSeller();
  const own = await aSoldSale({ seller });
  expect((await read(token, own.id)).status).toBe(200);
});

test('a seller corrects another’s sale only once it is open to them', async () => {
  const { seller, token } = await aSeller();
  const body = aRefundBody(sale);
  const asked = { action: 'refund', subject: sale.id, body, approver: chief } as const;
  const approved = { ...body, approval: await anApproval(db, seller, asked) };
  const exchange = anExchangeBody(sale, { items: [{ product: pen }], method: cash });
  const before = await tableSnapshot(db);
  const sent = { token, params: { id: String(sale.id) } };
  const headers = () => ({ 'idempotency-key': randomUUID() });
  const payments = { reason: 'Era outra', payments: [{ method: 'Pix', amount: 7.5 }] };
  for (const answer of [
    await refund(token, approved),
    await shop.call('createExchange', { ...sent, headers: headers(), body: exchange }),
    await shop.call('correctPayments', { ...sent, headers: headers(), body: payments }),
  ]) {
    expect(answer).toMatchObject({ status: 404, problem: { code: 'not_found' } });
  }
  expect(await tableSnapshot(db)).toEqual(before);
  await open(token);
  expect((await refund(token, approved)).status).toBe(201);
});

test('the CPF of the sale opens it, and the one that was corrected since', async () => {
  const ana = await aClient(db, { cpf: aCpf() });
  const { id } = await aSoldSale({ client: ana });
  const cpf = aCpf();
  await db.updateTable('clients').set({ cpf }).where('id', '=', ana.id).execute();
  for (const right of [cpf, ana.cpf]) {
    expect((await open((await aSeller()).token, right, id)).status).toBe(200);
  }
  const { id: deleted } = await aSoldSale();
  await shop.call('deleteSale', { token: admin, params: { id: String(deleted) } });
  expect((await open((await aSeller()).token, client.cpf, deleted)).status).toBe(404);
});

test('tries are counted with the people whom a seller meets, right ones by their students', async () => {
  const { seller, token } = await aSeller();
  for (let count = 0; count < 60; count++) {
    expect((await open(token, aCpf())).status).toBe(404);
    expect((await open(token, aCpf(), 500_000 + count)).status).toBe(404);
  }
  const refused = { status: 429, problem: { code: 'too_many_people' } };
  expect(await open(token)).toMatchObject(refused);
  expect(await open(token, aCpf())).toMatchObject(refused);
  const before = await lastAuditId(db);
  expect(await open(token, client.cpf, 999_999)).toMatchObject(refused);
  expect(await auditAfter(db, before)).toEqual([]);
  await sql`UPDATE met_people SET until = until - interval '61 minutes'
    WHERE seller_id = ${seller.id}`.execute(db);
  expect((await open(token)).status).toBe(200);
});

test('the student of a sale that was opened counts, and its client does not', async () => {
  const { seller, token } = await aSeller();
  const sales = [await aSoldSale({ student: await aStudent(db) }), await aSoldSale({})];
  for (const { id } of [...sales, ...sales]) await open(token, client.cpf, id);
  const { rows } = await sql<{ sum: number }>`
    SELECT sum(times) FROM met_people WHERE seller_id = ${seller.id}`.execute(db);
  expect(rows).toEqual([{ sum: 2 }]);
});
