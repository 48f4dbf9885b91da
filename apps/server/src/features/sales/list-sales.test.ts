import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aClient, aPaymentMethod, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { tokenOf } from '../../testing/counter.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;

// Vera sells a pen late on the 9th and both on the 10th; João a cap just after that midnight.
const vera = await aUser(db, { name: 'Vera Lúcia', login: 'vera' });
const joao = await aUser(db, { name: 'João', login: 'joao' });
await aUser(db, { login: 'chefe', admin: true });
const adminToken = await tokenOf(shop, 'chefe');
const veraToken = await tokenOf(shop, 'vera');
const pen = await aProduct(db, { name: 'Caneta', price: cents(100) });
const cap = await aProduct(db, { name: 'Boné', price: cents(200) });
const client = await aClient(db);
const method = await aPaymentMethod(db);
for (const [seller, products, at] of [
  [vera, [pen], '2026-03-09T23:30:00-03:00'],
  [joao, [cap], '2026-03-10T00:30:00-03:00'],
  [vera, [pen, cap], '2026-03-10T12:00:00-03:00'],
] as const) {
  const items = products.map((product) => ({ product }));
  const payments = [{ method, amount: cents(300) }];
  await aSale(pool, { seller, client, items, payments, createdAt: new Date(at) });
}

const totals = async (query: Parameters<typeof list>[0], token = adminToken) =>
  (await list(query, token)).body.results.map((sale) => sale.total_general);

function list(query: Record<string, string>, token = adminToken) {
  return shop.call('listSales', { token, query });
}

test('newest first, each the whole record, in pages', async () => {
  const { body } = await list({ page: '1', page_size: '2' });
  expect(body).toMatchObject({ count: 3, total_pages: 2 });
  expect(body.results.map((sale) => sale.total_general)).toEqual([3, 2]);
  expect(body.results[0]?.products_data).toHaveLength(2);
  expect(await totals({ page: '2', page_size: '2' })).toEqual([1]);
  expect(await totals({ page: '3', page_size: '2' })).toEqual([]);
});

test('a page holds at most a hundred', async () => {
  expect((await list({ page_size: '100' })).status).toBe(200);
  for (const page_size of ['0', '101', '999', '1000']) {
    expect((await list({ page_size })).problem).toMatchObject({
      status: 400,
      code: 'invalid_request',
      field: 'querystring/page_size',
    });
  }
});

test('days are whole days in São Paulo, both included', async () => {
  expect(await totals({ startDate: '2026-03-10', endDate: '2026-03-10' })).toEqual([3, 2]);
  expect(await totals({ endDate: '2026-03-09' })).toEqual([1]);
  expect(await totals({ startDate: '2026-03-09', endDate: '2026-03-10' })).toEqual([3, 2, 1]);
  expect((await list({ startDate: '2026-02-30' })).problem).toMatchObject({
    code: 'invalid_day',
    field: 'querystring/startDate',
  });
});

test("search is words of the seller's name, without case and accents", async () => {
  expect(await totals({ search: 'lucia' })).toEqual([3, 1]);
  expect(await totals({ search: 'LUCIA vera' })).toEqual([3, 1]);
  expect(await totals({ search: 'lucia joao' })).toEqual([]);
  expect(await totals({ search: 'JOAO' })).toEqual([2]);
  expect(await totals({ search: '%' })).toEqual([]);
});

test('products finds sales that hold any of them', async () => {
  expect(await totals({ products: `${pen.id}` })).toEqual([3, 1]);
  expect(await totals({ products: `${pen.id},${cap.id}` })).toEqual([3, 2, 1]);
});

test('a seller sees only their own', async () => {
  expect(await totals({}, veraToken)).toEqual([3, 1]);
  expect(await totals({ search: 'joão' }, veraToken)).toEqual([]);
});

test('a deleted sale is gone from the list, and can be deleted once', async () => {
  const [newest] = (await list({})).body.results;
  const remove = (token: string) =>
    shop.call('deleteSale', { token, params: { id: String(newest?.id) } });
  expect((await remove(veraToken)).problem.code).toBe('not_allowed');
  expect((await remove(adminToken)).status).toBe(200);
  expect((await remove(adminToken)).problem.code).toBe('not_found');
  expect(await totals({})).toEqual([2, 1]);
  const row = await db
    .selectFrom('sales')
    .select(['deleted_at', 'deleted_by'])
    .where('id', '=', newest?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ deleted_at: expect.any(Date), deleted_by: expect.any(Number) });
});
