import { randomUUID } from 'node:crypto';
import type { NewKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { keptCode } from '@balcao/domain/kept-sale.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../database/connection.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aStudent,
  aUser,
  PASSWORD,
} from '../../testing/builders.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { aKeptSale, aPaper } from '../../testing/kept-sales.ts';
import { whose } from '../../testing/people.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { meet } from '../met-people/met-people.service.ts';
import { correctPerson, mergeRecords } from '../people/changes.service.ts';
import { anonymisePerson } from '../people/personal-data.service.ts';

/** Sales that a counter kept while the server did not answer, sent when it does again. */

const counter = await openTestCounter(afterAll);
const { shop, token, vera, pen, shirt, pix, cash, client, student, payload, sell } = counter;
const { db } = shop.owner;
const boss = await aUser(db, { name: 'Chefe', admin: true });
const chief = await anAccess(db, boss.id);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const DEVICE = '0badcafe-0000-4000-8000-000000000001';

const items = [{ product: pen, quantity: 3 }, { product: shirt }];
const payments = [
  { method: pix, amount: cents(3000) },
  { method: cash, amount: cents(5000) },
];
const kept = (changed: Partial<NewKeptSale> = {}) =>
  aKeptSale({ client, student, items, payments }, { device: DEVICE, ...changed });
const send = (body: NewKeptSale, key: string = randomUUID(), as = token) =>
  shop.call('createKeptSale', { token: as, body, headers: { 'idempotency-key': key } });
const list = async (open?: '1') =>
  (await shop.call('listKeptSales', { token: chief, query: open ? { open } : {} })).body;
const accept = (id: number, note = '') =>
  shop.call('acceptKeptSale', { token: chief, id, body: { note } });
const sold = (key: string) =>
  db.selectFrom('sales').selectAll().where('idempotency_key', '=', key).executeTakeFirst();

beforeEach(async () => {
  await db
    .updateTable('sessions')
    .set({ started_at: new Date(minutesAgo(30 * 24 * 60)) })
    .execute();
});

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

test('a sale that was kept a moment ago is the sale that it would have been', async () => {
  const mark = await lastAuditId(db);
  const body = kept();
  const { status, headers, body: answer } = await send(body);
  expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
  const ordinary = (await sell(payload)).body;
  const { id, created_at } = ordinary;
  expect({ ...answer.sale, id, created_at }).toEqual(ordinary);
  expect(answer).toMatchObject({ reasons: [], sale: { created_at: body.made_at } });
  expect((await auditAfter(db, mark))[0]).toMatchObject({
    ...{ action: 'sale.created', actor_id: vera.id, subject_id: answer.sale?.id },
    after: { made_at: body.made_at, from_device: '0badcafe', total_general_cents: 5740 },
  });
  expect((await list()).results[0]).toMatchObject({ sale: answer.sale?.id, reasons: [] });
  expect((await list('1')).results).toEqual([]);
});

test('one that comes late counts when it was made, and is on the list', async () => {
  const made_at = minutesAgo(26 * 60);
  const { body } = await send(kept({ made_at, waiting: 3 }));
  expect(body).toMatchObject({ reasons: ['late'], sale: { created_at: made_at } });
  const { results, devices } = await list('1');
  expect(results[0]).toMatchObject({
    ...{ sale: body.sale?.id, made_at, seller: 'Vera', device: DEVICE, waiting: 3, total: 57.4 },
    ...{ reasons: ['late'], items: null, accepted: null },
  });
  expect(devices).toMatchObject([{ device: DEVICE, seller: 'Vera', waiting: 2 }]);
  await send(kept());
  expect((await list()).devices).toEqual([]);
});

test('the key decides, whichever call came first', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const { body: sale } = await sell(payload, first);
  const replayed = await send(kept(), first.toUpperCase());
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  expect(replayed.body).toEqual({ sale, reasons: [] });

  const { body } = await send(kept({ made_at: minutesAgo(9) }), second);
  const again = await sell(payload, second);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toEqual(body.sale);
  // The time by the computer and the number of those that wait are no part of the sale.
  expect((await send(kept({ waiting: 7 }), second)).body).toEqual(body);

  const other = kept({ sale: { ...payload, student: null } });
  const before = await tableSnapshot(db);
  for (const key of [first, second]) {
    expect((await send(other, key)).outcome).toBe('key_reused');
    expect((await send(kept(), key, chief)).outcome).toBe('key_reused');
  }
  const another = kept({ sale: { ...payload, seller: boss.id } });
  expect((await send(another)).problem).toMatchObject({
    ...{ status: 403, code: 'seller_mismatch', field: 'body/sale/seller' },
  });
  expect(await tableSnapshot(db)).toEqual(before);

  await shop.call('deleteSale', { token: chief, id: sale.id });
  expect((await send(kept(), first)).outcome).toBe('sale_deleted');
});

test.each([1, 2, 3, 4, 5, 6])('both calls at once with one key make one sale: %s', async () => {
  const key = randomUUID();
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, async () => (await send(kept(), key)).body.sale?.id),
    ...Array.from({ length: 5 }, async () => (await sell(payload, key)).body.id),
  ]);
  expect(new Set(answers).size).toBe(1);
});

test('a time that is not believed counts now, and says why', async () => {
  for (const [made_at, reasons] of [
    [minutesAgo(73 * 60), ['late', 'too_old']],
    [minutesAgo(-3), ['clock_ahead']],
    [minutesAgo(40 * 24 * 60), ['late', 'too_old', 'before_session']],
  ] as const) {
    const { body } = await send(kept({ made_at }));
    expect(body.reasons).toEqual(reasons);
    expect(Math.abs(Date.parse(body.sale?.created_at ?? '') - Date.now())).toBeLessThan(60_000);
  }
  const newcomer = await anAccess(db, (await aUser(db)).id);
  const early = await send(kept({ made_at: minutesAgo(10) }), randomUUID(), newcomer);
  expect(early.body.reasons).toEqual(['late', 'before_session']);
  // A clock that is ahead by less dates no sale in the future.
  const { sale, reasons } = (await send(kept({ made_at: minutesAgo(-1) }))).body;
  expect(reasons).toEqual([]);
  expect(Date.parse(sale?.created_at ?? '')).toBeLessThanOrEqual(Date.now());
  const never = await send(kept({ made_at: '2026-11-28T23:59:60Z' }));
  expect(never.problem).toMatchObject({ code: 'invalid_request', field: 'body/made_at' });
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

test('too many people refuse no kept sale, but count and are told', async () => {
  const seller = await aUser(db);
  const as = await anAccess(db, seller.id);
  for (let person = 0; person < 120; person++) {
    await meet(db, seller, [{ kind: 'client', id: (await aClient(db)).id }]);
  }
  const stranger = await aClient(db);
  const refused = await shop.call('createSale', {
    token: as,
    body: { ...payload, client: stranger.id },
  });
  expect(refused.outcome).toBe('too_many_people');
  const answer = await send(aKeptSale({ client: stranger, items, payments }), randomUUID(), as);
  expect([answer.status, answer.body.reasons]).toEqual([201, []]);
});

type Edited = [fault: string, change: (body: NewKeptSale) => unknown];
test.each<Edited>([
  ['another price on the paper', ({ paper }) => Object.assign(paper[0] ?? {}, { price: 0.01 })],
  ['another sum', ({ sale }) => Object.assign(sale, { total_general: 57 })],
  [
    'nothing paid',
    ({ sale }) =>
      Object.assign(sale, { valor_pago: 0, payment_method1: 0, payment_method2: 0, troco: 0 }),
  ],
  [
    'a discount of a seller',
    ({ sale }) => Object.assign(sale, { desc_general: 7.4, total_general: 50, troco: 30 }),
  ],
  [
    'more than the books hold',
    ({ paper }) => Object.assign(paper[1] ?? {}, { price: 9_999_999.99 }),
  ],
  ['a payment without a method', ({ sale }) => Object.assign(sale, { payment_desc1: '' })],
  ['a method that there never was', ({ sale }) => Object.assign(sale, { payment_desc1: 'Fiado' })],
  [
    'the credit of no exchange',
    ({ sale }) => Object.assign(sale, { payment_desc1: 'Crédito de troca' }),
  ],
  [
    'a product that there never was',
    ({ sale }) => Object.assign(sale.products[0] ?? {}, { product: 900_000 }),
  ],
  ['a client who was deleted', ({ sale }) => Object.assign(sale, { client: 900_000 })],
])('%s: nothing is recorded, and the paper is on the list', async (_fault, change) => {
  const [key, body, mark] = [randomUUID(), kept({ made_at: minutesAgo(5) }), await lastAuditId(db)];
  change(body);
  const { status, body: answer } = await send(body, key);
  expect([status, answer.sale]).toEqual([201, null]);
  expect(answer.reasons).toEqual(expect.arrayContaining(['late', 'sums_differ']));
  expect((await send(body, key)).body).toEqual(answer);
  expect(await sold(key)).toBeUndefined();
  const [listed] = (await list('1')).results;
  expect(listed).toMatchObject({
    ...{ sale: null, total: body.sale.total_general, reasons: answer.reasons },
    items: body.paper.map((item, place) => ({
      ...{ ...item, quantity: body.sale.products[place]?.quantity },
    })),
  });
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      ...{ action: 'kept_sale.listed', actor_id: vera.id, subject_id: listed?.id },
      after: { from_device: '0badcafe', made_at: body.made_at, kept_reasons: answer.reasons },
    },
  ]);

  expect((await accept(listed?.id ?? 0, ' ')).problem).toMatchObject({
    ...{ code: 'invalid_request', field: 'body/note' },
  });
  const accepted = await accept(listed?.id ?? 0, 'Lançada de novo');
  expect(accepted.body.accepted).toMatchObject({ by: 'Chefe', note: 'Lançada de novo' });
  expect((await accept(listed?.id ?? 0, 'Outra')).body).toEqual(accepted.body);
  expect((await list('1')).results.map(({ id }) => id)).not.toContain(listed?.id);
});

test('an administrator may have given a discount', async () => {
  const given = { client, items, payments, generalDiscount: cents(740) };
  const { sale } = (await send(aKeptSale(given), randomUUID(), chief)).body;
  expect(sale).toMatchObject({ desc_general: 7.4, total_general: 50 });
});

test('a paper with another number of lines than its sale is no request', async () => {
  const refused = await send(kept({ paper: aPaper(items.slice(1)) }));
  expect(refused.problem).toMatchObject({ code: 'invalid_request', field: 'body/paper' });
});

test('anonymising a client erases what an administrator wrote of their kept sale', async () => {
  const person = await aClient(db);
  const body = aKeptSale({ client: person, items, payments }, { made_at: minutesAgo(8) });
  const { sale } = (await send(body)).body;
  const row = (await list('1')).results.find((each) => each.sale === sale?.id);
  await accept(row?.id ?? 0, `${person.name} esteve aqui`);
  await anonymisePerson(db, await whose(db, 'client', person.cpf));
  const { note } = await db
    .selectFrom('kept_sales')
    .select('note')
    .where('id', '=', row?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(note).toBe('Motivo apagado');
});

test('the code of the paper finds its sale, and no other', async () => {
  const key = randomUUID();
  const { sale } = (await send(kept(), key)).body;
  const find = async (text: string) =>
    (await shop.call('findSales', { token: chief, body: { find: text } })).body.results;
  expect(await find(` ${keptCode(key)} `)).toMatchObject([{ id: sale?.id }]);
  expect(await find(keptCode(randomUUID()))).toEqual([]);
  const own = await shop.call('listOwnSales', { token, body: { search: keptCode(key) } });
  expect(own.body.results).toMatchObject([{ id: sale?.id }]);
});

test('signing in and renewing say that a shop keeps sales, only where the settings do', async () => {
  const { body: settings } = await shop.call('readSettings', { token: chief });
  expect(settings.keep_sales).toBe(false);
  const seller = await aUser(db);
  const before = await shop.call('login', { body: { username: seller.login, password: PASSWORD } });
  expect(before.body).not.toHaveProperty('keeps_sales');
  const mark = await lastAuditId(db);
  const edit = (keep_sales: boolean) =>
    shop.call('editSettings', { token: chief, body: { ...settings, keep_sales } });
  expect((await edit(true)).body.keep_sales).toBe(true);
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'settings.edited', before: { keep_sales: false }, after: { keep_sales: true } },
  ]);
  const cookie = before.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const renewed = await shop.call('refreshSession', { body: {}, headers: { cookie } });
  expect(renewed.body.keeps_sales).toBe(true);
  await edit(false);
});

test('a client whose name was corrected meanwhile is the client of now', async () => {
  const person = await aClient(db);
  const body = aKeptSale({ client: person, items, payments });
  await correctPerson(db, boss, 'client', { id: person.id, number: person.cpf, name: 'Rosa' });
  const { sale, reasons } = (await send(body)).body;
  expect([sale?.client_data.name, reasons]).toEqual(['Rosa', []]);
});
