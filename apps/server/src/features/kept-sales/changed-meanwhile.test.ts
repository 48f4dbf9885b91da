import { randomUUID } from 'node:crypto';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Tx } from '../../database/connection.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aClient, aPaymentMethod, aProduct, aStudent, aUser } from '../../testing/builders.ts';
import { violations } from '../../testing/invariants.ts';
import { aKeptSale, openKeptCounter } from '../../testing/kept-sales.ts';
import { whose } from '../../testing/people.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { meet } from '../met-people/met-people.service.ts';
import { correctPerson, mergeRecords } from '../people/changes.service.ts';
import { anonymisePerson } from '../people/personal-data.service.ts';

/** What a kept sale refers to is no longer as the counter had it. */

const { shop, token, boss, chief, client, student, cash, payload, items, payments, ...counter } =
  await openKeptCounter(afterAll);
const { sell, kept, send } = counter;
const { db } = shop.owner;

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

test('the prices are those of the paper, also of what is sold no more', async () => {
  const mug = await aProduct(db, { code: 'M1', name: 'Caneca', price: cents(1_000) });
  const hat = await aProduct(db, { price: cents(2_000) });
  const old = await aProduct(db, { code: 'O1', name: 'Boné', price: cents(500) });
  const given = [{ product: mug, quantity: 2 }, { product: hat }, { product: old }];
  const paid = [{ method: cash, amount: cents(5_000) }];
  const body = aKeptSale({ client, items: given, payments: paid });
  await db
    .updateTable('products')
    .set({ price_cents: cents(1_500) })
    .where('id', '=', mug.id)
    .execute();
  await db.updateTable('products').set({ active: false }).where('id', '=', hat.id).execute();
  await shop.call('deleteProduct', { token: chief, id: old.id });
  await db.updateTable('products').set({ name: 'Outro' }).where('id', '=', old.id).execute();
  const { sale, reasons } = (await send(body)).body;
  expect(reasons).toEqual(['price_changed', 'product_gone']);
  expect(sale).toMatchObject({ total_general: 45, troco: 5 });
  expect(sale?.products_data.map(({ product_info }) => product_info)).toMatchObject([
    { code: 'M1', price: 10 },
    { id: hat.id, price: 20 },
    { id: old.id, code: 'O1', name: 'Boné', price: 5 },
  ]);
});

test('a product that was renamed is called as its paper says, which is on the list', async () => {
  const bag = await aProduct(db, { code: 'B1', name: 'Mochila', price: cents(5_000) });
  const paid = [{ method: cash, amount: cents(5_000) }];
  const body = aKeptSale({ client, items: [{ product: bag }], payments: paid });
  const renamed = { code: 'B2', name: 'Estojo', price: 50, active: true };
  await shop.call('editProduct', { token: chief, id: bag.id, body: renamed });
  const { sale, reasons } = (await send(body)).body;
  expect(reasons).toEqual(['price_changed']);
  expect(sale?.products_data[0]?.product_info).toEqual({
    ...{ id: bag.id, code: 'B1', name: 'Mochila', price: 50 },
  });
});

test('a payment method of before is found by the name that it had', async () => {
  const [gone, renamed] = [await aPaymentMethod(db), await aPaymentMethod(db)];
  for (const method of [gone, renamed]) {
    const body = aKeptSale({ client, items, payments: [{ method, amount: cents(5740) }] });
    await (method === gone
      ? shop.call('deletePaymentMethod', { token: chief, id: method.id })
      : shop.call('editPaymentMethod', { token: chief, id: method.id, body: { name: 'Vale' } }));
    const key = randomUUID();
    expect((await send(body, key)).body).toMatchObject({
      ...{ reasons: ['method_gone'], sale: { payment_desc1: method.name } },
    });
    const stored = db.selectFrom('sale_payments').innerJoin('sales', 'sales.id', 'sale_id');
    expect(
      await stored.select('payment_method_id').where('idempotency_key', '=', key).execute(),
    ).toEqual([{ payment_method_id: method.id }]);
  }
});

test('people who were merged are the one who stays, anonymised ones are what is left of them', async () => {
  const [one, other, pupil] = [await aClient(db), await aClient(db), await aStudent(db)];
  const body = aKeptSale({ client: one, items, payments });
  await mergeRecords(db, boss, 'client', { id: other.id, merged: one.id });
  const merged = (await send(body)).body;
  expect(merged.reasons).toEqual(['person_changed']);
  expect(merged.sale).toMatchObject({ client: other.id, client_data: { cpf: other.cpf } });

  await anonymisePerson(db, await whose(db, 'client', other.cpf));
  await anonymisePerson(db, await whose(db, 'student', pupil.registration));
  const left = (await send(aKeptSale({ client: one, student: pupil, items, payments }))).body;
  expect(left).toMatchObject({
    reasons: ['person_changed'],
    sale: {
      client_data: { id: other.id, name: `Cliente anonimizado ${other.id}`, cpf: 'anonimizado' },
      student_data: { name: `Aluno anonimizado ${pupil.id}`, registration: 'anonimizado' },
    },
  });
});

test('a client who is anonymised or merged while it is sent leaves no name in it', async () => {
  const [person, merged, stays] = [await aClient(db), await aClient(db), await aClient(db)];
  const of = await whose(db, 'client', person.cpf);
  const pair = { id: stays.id, merged: merged.id };
  for (const [asked, change, name] of [
    [person, (tx: Tx) => anonymisePerson(tx, of), `Cliente anonimizado ${person.id}`],
    [merged, (tx: Tx) => mergeRecords(tx, boss, 'client', pair), stays.name],
  ] as const) {
    const letGo = await hold(db, change);
    const sending = send(aKeptSale({ client: asked, items, payments }));
    await untilBlocked(db);
    await letGo();
    const { sale, reasons } = (await sending).body;
    expect([sale?.client_data.name, reasons]).toEqual([name, ['person_changed']]);
  }
});

test('an order that was taken up elsewhere is sold twice, and says so', async () => {
  const [key, other] = [randomUUID(), randomUUID()];
  const order = { key, client: { cpf: '', name: '' }, student: { registration: '', name: '' } };
  const { body: parked } = await shop.call('parkSale', { token, body: { ...order, items: [] } });
  await shop.call('claimParkedSale', { token, id: parked.id, body: { claim: other } });
  expect((await sell(payload, key)).outcome).toBe('parked_sale_taken');
  expect((await send(kept(), key)).body).toMatchObject({ reasons: ['order_taken'] });
});

test('a kept sale waits while its seller has met too many people, and the administrators are told', async () => {
  const seller = await aUser(db);
  const as = await anAccess(db, seller.id);
  for (let person = 0; person < 120; person++) {
    await meet(db, seller, [{ kind: 'client', id: (await aClient(db)).id }]);
  }
  const stranger = await aClient(db);
  const [body, key] = [aKeptSale({ client: stranger, items, payments }), randomUUID()];
  const mark = await lastAuditId(db);
  expect((await send(body, key, as)).outcome).toBe('too_many_people');
  expect(await auditAfter(db, mark)).toMatchObject([{ action: 'people.limit_reached' }]);
  // An hour later.
  await sql`DELETE FROM met_people WHERE seller_id = ${seller.id}`.execute(db);
  expect((await send(body, key, as)).body).toMatchObject({ sale: { id: expect.any(Number) } });
});

test('a client whose name was corrected meanwhile is the client of now', async () => {
  const person = await aClient(db);
  const body = aKeptSale({ client: person, items, payments });
  await correctPerson(db, boss, 'client', { id: person.id, number: person.cpf, name: 'Rosa' });
  const { sale, reasons } = (await send(body)).body;
  expect([sale?.client_data.name, reasons]).toEqual(['Rosa', []]);
});
