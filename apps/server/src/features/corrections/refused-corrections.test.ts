import { randomUUID } from 'node:crypto';
import type { NewExchange, NewRefund } from '@balcao/contract/sales/corrections.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { anOpenBox, closeBoxOf, setCashBox } from '../../testing/boxes.ts';
import { aPaymentMethod, aProduct, aSale, aUser, type BuiltUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, aRefundBody } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { type ExpectedRefusal, expectRefusal } from '../../testing/expect-refusal.ts';
import { violations } from '../../testing/invariants.ts';
import type { StoredSale } from '../sales/sale-record.ts';

/** Requests that must not become a correction. Nothing is written, and the response has the reason. */

const counter = await openTestCounter(afterAll);
const { shop, vera, client, pen, shirt, cash, pix } = counter;
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const token = await tokenOf(shop, chief.login);
const gone = await aPaymentMethod(db, { name: 'Cheque' });
await db
  .updateTable('payment_methods')
  .set({ deleted_at: new Date(), deleted_by: chief.id })
  .where('id', '=', gone.id)
  .execute();

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

const aSoldSale = (seller: BuiltUser = vera) =>
  aSale(pool, {
    seller,
    client,
    items: [{ product: pen, quantity: 3 }, { product: shirt }],
    payments: [
      { method: pix, amount: cents(3000) },
      { method: cash, amount: cents(5000) },
    ],
  });
const sale = await aSoldSale();

test('an exchange that nobody approved leaves no gap in the numbers of the sales', async () => {
  const own = await aSoldSale();
  const body = anExchangeBody(own, { items: [{ product: pen }], method: cash });
  for (const approval of [undefined, 'A'.repeat(43)]) {
    const { problem } = await shop.call('createExchange', {
      token: counter.token,
      params: { id: String(own.id) },
      headers: { 'idempotency-key': randomUUID() },
      body: { ...body, ...(approval && { approval }) },
    });
    expect(problem.status).toBe(403);
  }
  expect((await aSoldSale()).id).toBe(own.id + 1);
});

type Kind = 'refunds' | 'exchanges' | 'payments';

/** Sends any body, also one that breaks the contract. */
const post = (kind: Kind, id: number, body: object, headers: Record<string, string> = {}) =>
  fetch(`${shop.origin}/api/pdv/recordedSales/${id}/${kind}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    },
    body: JSON.stringify(body),
  });

const refused = (kind: Kind, body: object, refusal: ExpectedRefusal, of: { id: number } = sale) =>
  expectRefusal(db, () => post(kind, of.id, body), refusal);

const refund = (change: Partial<NewRefund> = {}) => ({ ...aRefundBody(sale), ...change });

test.each<[string, Partial<NewRefund>, ExpectedRefusal]>([
  [
    'another worth',
    { total: 2.51 },
    { code: 'figures_differ', field: 'body/total', expected: 2.5 },
  ],
  [
    'lines that do not add up to it',
    { payments: [{ method: 'Pix', amount: 2.4 }] },
    { code: 'figures_differ', field: 'body/payments', expected: 2.5 },
  ],
  ['no lines', { payments: [] }, { code: 'figures_differ', field: 'body/payments' }],
  [
    'more than was sold',
    { items: [{ line: 1, quantity: 4 }] },
    { code: 'more_than_sold', field: 'body/items/0/quantity' },
  ],
  [
    'a line that the sale has not',
    { items: [{ line: 3, quantity: 1 }] },
    { code: 'more_than_sold', field: 'body/items/0/quantity' },
  ],
  [
    'a line twice',
    { items: [1, 1].map((line) => ({ line, quantity: 1 })) },
    { code: 'invalid_request', field: 'body/items/1/line' },
  ],
  ['no items', { items: [] }, { code: 'invalid_request', field: 'body/items' }],
  ['no reason', { reason: ' ' }, { code: 'invalid_request', field: 'body/reason' }],
  ['an invisible reason', { reason: 'a\u200bb' }, { code: 'unfit_text', field: 'body/reason' }],
  ...['Vale', 'Troca', 'troca', 'Cheque'].map(
    (method): [string, Partial<NewRefund>, ExpectedRefusal] => [
      `the method ${method}`,
      { payments: [{ method, amount: 2.5 }] },
      { code: 'unknown_payment_method', field: 'body/payments/0/method' },
    ],
  ),
])('a refund with %s', async (_what, change, refusal) => {
  await refused('refunds', refund(change), refusal);
});

test('a correction of a missing or deleted sale, or without a key', async () => {
  const deleted = await aSoldSale();
  const params = { id: String(deleted.id) };
  expect((await shop.call('deleteSale', { token, params })).status).toBe(200);
  for (const of of [deleted, { id: 999_999 }]) {
    await refused('refunds', refund(), { code: 'not_found' }, of);
    await refused('payments', paidByPix(57.4), { code: 'not_found' }, of);
  }
  const { 'idempotency-key': _key, ...headers } = { 'idempotency-key': '' };
  const keyless = () => post('refunds', sale.id, refund(), { ...headers, 'idempotency-key': 'x' });
  await expectRefusal(db, keyless, { code: 'invalid_request' });
  // An administrator reads it all the same; a number that no sale has is not there.
  expect((await shop.call('readSale', { token, params })).body.deleted).toBeDefined();
  const missing = { token, params: { id: '999999' } };
  expect((await shop.call('readSale', missing)).problem.code).toBe('not_found');
});

const paidByPix = (amount: number, method = 'Pix') => ({
  reason: 'Era outra',
  payments: [{ method, amount }],
});

test('other payments of another total, by no method, or the same as before', async () => {
  const differ = { code: 'figures_differ', field: 'body/payments', expected: 57.4 } as const;
  await refused('payments', paidByPix(57.41), differ);
  const field = 'body/payments/0/method';
  for (const method of ['Troca', 'Cheque', 'Vale']) {
    await refused('payments', paidByPix(57.4, method), { code: 'unknown_payment_method', field });
  }
  const same = [
    { method: 'Dinheiro', amount: 20 },
    { method: 'Pix', amount: 30 },
    { method: 'Dinheiro', amount: 7.4 },
  ];
  await refused('payments', { reason: 'x', payments: same }, { code: 'same_payments' });
});

const cap = await aProduct(db, { price: cents(6000) });
const exchangeOf = (change: Partial<NewExchange['sale']>, product = cap) => {
  const units = [{ line: 2, quantity: 1 }];
  const body = anExchangeBody(sale, { items: [{ product }], method: cash, units });
  return { ...body, sale: { ...body.sale, ...change } };
};

test.each<[string, Partial<NewExchange['sale']>, ExpectedRefusal]>([
  [
    'another credit than what came back',
    { payment_method1: 50, payment_method2: 10 },
    { code: 'figures_differ', field: 'body/sale/payment_method1', expected: 49.9 },
  ],
  [
    'no credit',
    { payment_desc1: 'Pix' },
    { code: 'figures_differ', field: 'body/sale/payment_method1', expected: 49.9 },
  ],
  [
    'a second credit',
    { payment_desc2: 'Troca' },
    { code: 'unknown_payment_method', field: 'body/sale/payment_desc2' },
  ],
  [
    'too little paid',
    { payment_method2: 10, valor_pago: 59.9 },
    { code: 'not_paid', field: 'body/sale/valor_pago', expected: 60 },
  ],
  [
    'another total',
    { total_general: 59 },
    { code: 'figures_differ', field: 'body/sale/total_general', expected: 60 },
  ],
  [
    'an amount without a method',
    { payment_desc2: '' },
    { code: 'payment_without_method', field: 'body/sale/payment_desc2' },
  ],
  [
    'an unknown product',
    {
      products: [
        { product: 999_999, quantity: 1, subtotal: 60, desc_percent: 0, desc_value: 0, total: 60 },
      ],
    },
    { code: 'unknown_product', field: 'body/sale/products/0/product' },
  ],
])('an exchange with %s', async (_what, change, refusal) => {
  await refused('exchanges', exchangeOf(change), refusal);
});

test('an exchange that gives back more or less than what is left of the worth', async () => {
  const cheap = await aProduct(db, { price: cents(4000) });
  const body = exchangeOf({}, cheap);
  expect(body.payments).toEqual([{ method: 'Dinheiro', amount: 9.9 }]);
  const differ = { code: 'figures_differ', field: 'body/payments', expected: 9.9 } as const;
  for (const payments of [[], [{ method: 'Dinheiro', amount: 10 }]]) {
    await refused('exchanges', { ...body, payments }, differ);
  }
});

test('a seller’s discount in an exchange, and the credit in a sale that is none', async () => {
  const seller = { authorization: `Bearer ${counter.token}` };
  const discounted = exchangeOf({ desc_general: 1, total_general: 59, payment_method2: 9.1 });
  await expectRefusal(db, () => post('exchanges', sale.id, discounted, seller), {
    code: 'discount_not_allowed',
    field: 'body/sale/desc_general',
  });
  const paid = { ...counter.payload, payment_desc1: 'Troca' };
  await expectRefusal(db, () => counter.post(JSON.stringify(paid)), {
    code: 'unknown_payment_method',
    field: 'body/payment_desc1',
  });
});

test('a sale with a correction, or of an exchange, is not deleted', async () => {
  const first = await aSoldSale();
  const second = await aSoldSale();
  await aRefund(db, { sale: first, maker: vera });
  const response = await post('exchanges', second.id, exchangeOf({}));
  const exchanged = (await response.json()) as { sale: { id: number } };
  for (const { id } of [first, second, exchanged.sale]) {
    const deletion = () =>
      fetch(`${shop.origin}/api/pdv/sales/${id}/`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
    await expectRefusal(db, deletion, { code: 'sale_corrected' });
  }
});

test('a correction or a sale where boxes are counted, and none of today is open', async () => {
  await setCashBox(db, 'counted');
  const key = { 'idempotency-key': randomUUID() };
  const sell = (headers = {}) => counter.post(JSON.stringify(counter.payload), headers);
  const requests: (() => Promise<Response>)[] = [
    () => post('refunds', sale.id, refund()),
    () => post('exchanges', sale.id, exchangeOf({})),
    () => post('payments', sale.id, paidByPix(57.4)),
    () => sell(),
  ];
  for (const send of requests) await expectRefusal(db, send, { code: 'box_not_open' });
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const seller of [chief, vera]) await anOpenBox(db, seller, { openedAt: yesterday });
  for (const send of requests) await expectRefusal(db, send, { code: 'box_left_open' });
  for (const seller of [chief, vera]) {
    await closeBoxOf(db, seller);
    await anOpenBox(db, seller);
  }
  const sold = await sell(key);
  expect(sold.status).toBe(201);
  const corrected = await post('refunds', sale.id, refund(), key);
  expect(corrected.status).toBe(201);
  // A retry gets the first record though the box is closed by now.
  for (const seller of [chief, vera]) await closeBoxOf(db, seller);
  expect(await (await sell(key)).json()).toEqual(await sold.json());
  expect(await (await post('refunds', sale.id, refund(), key)).json()).toEqual(
    await corrected.json(),
  );
  await setCashBox(db, 'simple');
});

const copyOf = (table: string, id: number, change: object) => sql`
  INSERT INTO ${sql.table(table)}
  SELECT (jsonb_populate_record(old, ${JSON.stringify(change)}::jsonb)).*
  FROM ${sql.table(table)} AS old WHERE correction_id = ${id}`;

test('the database refuses late lines and more than was sold, whatever the program does', async () => {
  const role = shop.connection.db;
  const sold: StoredSale = await aSoldSale();
  const { id } = await aRefund(db, { sale: sold, maker: vera });
  for (const [table, change] of [
    ['correction_items', { sale_line: 2, worth_cents: 0 }],
    ['correction_payments', { line: 2 }],
  ] as const) {
    await expect(copyOf(table, id, change).execute(role)).rejects.toMatchObject({ code: '23514' });
  }
  const write = (items: string, payments = "(:id, 1, :cash, 'Dinheiro', -250)") =>
    role.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO corrections (sale_id, kind, idempotency_key, request_hash, made_by, made_by_name,
          reason, total_cents)
        VALUES (${sold.id}, 'refund', gen_random_uuid(), decode(repeat('00', 32), 'hex'), ${vera.id},
          'Vera', 'x', 250) RETURNING id`.execute(tx);
      const filled = (text: string) =>
        text
          .replaceAll(':id', String(rows[0]?.id))
          .replaceAll(':sale', String(sold.id))
          .replaceAll(':cash', String(cash.id));
      await sql`INSERT INTO correction_items VALUES ${sql.raw(filled(items))}`.execute(tx);
      await sql`INSERT INTO correction_payments VALUES ${sql.raw(filled(payments))}`.execute(tx);
    });
  const overReturn = { code: '23514', message: expect.stringContaining('more than was sold') };
  await expect(write('(:id, :sale, 1, 1, 3, 250)')).rejects.toMatchObject(overReturn);
  // As if nothing had come back before, and with a gap.
  await expect(write('(:id, :sale, 1, 0, 2, 250)')).rejects.toMatchObject({ code: '23505' });
  await expect(write('(:id, :sale, 1, 2, 1, 250)')).rejects.toMatchObject(overReturn);
  const unequal = { code: '23514' };
  await expect(write('(:id, :sale, 1, 1, 1, 249)')).rejects.toMatchObject(unequal);
  const less = "(:id, 1, :cash, 'Dinheiro', -249)";
  await expect(write('(:id, :sale, 1, 1, 1, 250)', less)).rejects.toMatchObject(unequal);
});
