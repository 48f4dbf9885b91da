import { randomUUID } from 'node:crypto';
import type { NewKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { keptCode } from '@balcao/domain/kept-sale.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aUser, PASSWORD } from '../../testing/builders.ts';
import { violations } from '../../testing/invariants.ts';
import {
  aKeptSale,
  aPaper,
  DEVICE,
  minutesAgo,
  openKeptCounter,
} from '../../testing/kept-sales.ts';
import { whose } from '../../testing/people.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { anonymisePerson } from '../people/personal-data.service.ts';

/** Sales that a counter kept while the server did not answer, sent when it does again. */

const { shop, token, vera, boss, chief, client, student, payload, items, payments, ...counter } =
  await openKeptCounter(afterAll);
const { sell, kept, send, list, accept } = counter;
const { db } = shop.owner;
const sold = (key: string) =>
  db.selectFrom('sales').select('id').where('idempotency_key', '=', key).executeTakeFirst();

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
