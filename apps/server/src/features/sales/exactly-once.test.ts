import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { aPaymentMethod, aProduct, aSalePayload, aUser } from '../../testing/builders.ts';
import { asText, type Counter, openTestCounter, saleIds, tokenOf } from '../../testing/counter.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';
import { violations } from '../../testing/invariants.ts';
import { deleteSale } from './sales.service.ts';

const counter = await openTestCounter(afterAll);
let known: number[];

beforeEach(async () => {
  known = await saleIds(counter.shop);
});
afterEach(async () => {
  expect(await violations(counter.shop.owner.db)).toEqual([]);
});

/** Ids of the sales that this test has recorded. */
async function made(): Promise<number[]> {
  return (await saleIds(counter.shop)).filter((id) => !known.includes(id));
}

test('a response shows whether its key already had the sale', async () => {
  const key = randomUUID();
  const said = async (sold: ReturnType<Counter['sell']>) =>
    (await sold).headers.get('idempotency-replayed');
  expect(await said(counter.sell(counter.payload, key))).toBeNull();
  expect(await said(counter.sell(counter.payload, key))).toBe('true');
  expect(await said(counter.sell(counter.payload))).toBeNull();
  const other = { ...counter.payload, student: null };
  expect(await said(counter.sell(other, key))).toBeNull();
});

test('without a key, or with another one, each post is a sale of its own', async () => {
  const keys = [undefined, undefined, ...Array.from({ length: 8 }, () => randomUUID())];
  const responses = await Promise.all(keys.map((key) => counter.sell(counter.payload, key)));
  const ids = responses.map(({ body }) => body.id);
  expect(await made()).toEqual(ids.toSorted((one, other) => one - other));
});

test('the case of a key, and the order and spelling of the fields, make no other request', async () => {
  const key = randomUUID();
  const first = await counter.sell(counter.payload, key);
  const upper = await counter.sell(counter.payload, key.toUpperCase());
  expect(asText(upper)).toBe(asText(first));
  const turned = Object.fromEntries(Object.entries(counter.payload).reverse());
  const spelt = { ...turned, seller: counter.vera.id, payment_method5: 0, payment_desc5: '' };
  const response = await counter.post(
    JSON.stringify(spelt, null, 2).replace('"troco": 22.6', '"troco": 2260e-2'),
    { 'idempotency-key': key },
  );
  expect(response.status).toBe(201);
  expect(await response.text()).toBe(asText(first));
  expect(await made()).toEqual([first.body.id]);
});

test('the key of a sale is refused for anything else and to any other seller', async () => {
  const { shop, payload } = counter;
  const key = { 'idempotency-key': randomUUID() };
  await counter.sell(payload, key['idempotency-key']);
  const refused = (body: object, headers = {}) =>
    expectRefusal(shop.owner.db, () => counter.post(JSON.stringify(body), { ...key, ...headers }), {
      code: 'key_reused',
    });
  for (const change of [
    { student: null },
    { products: payload.products.toReversed() },
    { payment_method2: 60, valor_pago: 90, troco: 32.6 },
    // An invalid sale is first of all a different request.
    { total: 1 },
    { client: 999_999 },
  ]) {
    await refused({ ...payload, ...change });
  }
  const other = await aUser(shop.owner.db, { name: 'Rui', login: 'rui' });
  await refused(payload, { authorization: `Bearer ${await tokenOf(shop, other.login)}` });
});

test('two bodies racing for one key make one sale; the other is refused', async () => {
  const { payload } = counter;
  const key = randomUUID();
  const other = { ...payload, student: null };
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => counter.sell(index % 2 ? payload : other, key)),
  );
  const accepted = responses.filter(({ status }) => status === 201);
  expect(new Set(accepted.map(asText)).size).toBe(1);
  expect(accepted).toHaveLength(5);
  expect(responses.filter(({ problem }) => problem.code === 'key_reused')).toHaveLength(5);
  expect(await made()).toHaveLength(1);
});

/** A sale of a product and a method that no other test uses, so that they may be changed. */
async function aSaleOfItsOwn() {
  const { shop, client, vera } = counter;
  const product = await aProduct(shop.owner.db);
  const method = await aPaymentMethod(shop.owner.db);
  const payments = [{ method, amount: product.unitPrice }];
  const payload = aSalePayload({ client, items: [{ product }], payments });
  const key = randomUUID();
  const parts = { products: product, payment_methods: method, clients: client, users: vera };
  return { parts, sell: () => counter.sell(payload, key) };
}
type Part = keyof Awaited<ReturnType<typeof aSaleOfItsOwn>>['parts'];

const NOW_DELETED = { deleted_at: new Date(), deleted_by: 1 };

test.each<[string, Part, Record<string, unknown>]>([
  ['product is deactivated', 'products', { active: false }],
  ['product is renamed', 'products', { name: 'Outro', code: 'outro' }],
  ['product has another price', 'products', { price_cents: 1 }],
  ['product is deleted', 'products', NOW_DELETED],
  ['method is renamed', 'payment_methods', { name: 'Pagamento na hora' }],
  ['method is deleted', 'payment_methods', NOW_DELETED],
  ['client is renamed', 'clients', { name: 'Quem sabe' }],
  ['seller is renamed', 'users', { name: 'Quem sabe' }],
])('a retry gets the first sale though its %s by then', async (_how, table, change) => {
  const { parts, sell } = await aSaleOfItsOwn();
  const first = await sell();
  expect(first).toMatchObject({ status: 201, body: { payment_desc1: parts.payment_methods.name } });
  await counter.shop.owner.db
    .updateTable(table as 'products')
    .set(change)
    .where('id', '=', parts[table].id)
    .execute();
  expect(asText(await sell())).toBe(asText(first));
  expect(await made()).toEqual([first.body.id]);
});

test('the key of a deleted sale makes no new sale and returns no receipt, whatever the body', async () => {
  const { shop, vera, payload } = counter;
  const { db } = shop.owner;
  const key = randomUUID();
  const { body } = await counter.sell(payload, key);
  await deleteSale(db, vera, body.id);
  for (const again of [payload, { ...payload, student: null }]) {
    await expectRefusal(db, () => counter.post(JSON.stringify(again), { 'idempotency-key': key }), {
      code: 'sale_deleted',
    });
  }
  expect(await made()).toEqual([body.id]);
});

test('a refused sale leaves its key free for the corrected one', async () => {
  const key = randomUUID();
  const refused = await counter.sell({ ...counter.payload, total: 1 }, key);
  expect(refused.problem.code).toBe('figures_differ');
  expect((await counter.sell(counter.payload, key)).status).toBe(201);
});
