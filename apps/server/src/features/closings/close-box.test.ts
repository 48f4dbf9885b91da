import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { aPaymentMethod, aSale, aUser } from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

/** The counter of Vera, whose sales are 57,40 each, with an administrator. */
async function openBox() {
  const counter = await openTestCounter();
  const { shop, vera, token, payload } = counter;
  const admin = await aUser(shop.owner.db, { admin: true });
  const adminToken = await tokenOf(shop, admin.login);
  const today = businessDayOf(new Date());
  const close = async () => {
    const body = { date: today, seller_id: vera.id };
    const closed = await shop.call('closeBox', { token, body });
    if (!('version' in closed.body)) throw new Error('no closing');
    return closed.body;
  };
  const sell = async () => (await counter.sell(payload)).body.id;
  const remove = (id: number) =>
    shop.call('deleteSale', { token: adminToken, params: { id: String(id) } });
  return { ...counter, adminToken, today, close, sell, remove };
}

// Specification: 3.13, 7.2
test('a box without sales says so', async () => {
  const { shop, vera, today, token } = await openBox();
  const body = { date: today, seller_id: vera.id };
  expect(await shop.call('closeBox', { token, body })).toMatchObject({
    status: 200,
    body: { message: 'Nenhuma venda realizada hoje' },
  });
});

// Specification: 3.12
test('change is not takings, and the sums per method add up to the total', async () => {
  const { sell, close, today } = await openBox();
  await sell();
  expect(await close()).toMatchObject({
    date: today,
    seller_name: 'Vera',
    total_final: 57.4,
    payment_methods: { Pix: 30, Dinheiro: 27.4 },
    version: 1,
    sales_count: 1,
  });
});

test('any name of a method works in the sums', async () => {
  const { shop, vera: seller, pen, client, close } = await openBox();
  const names = ['Pix\u2028Loja', 'Vale\u2029', '__proto__', 'constructor', '<b>"'];
  for (const name of names) {
    const method = await aPaymentMethod(shop.owner.db, { name });
    const payments = [{ method, amount: cents(250) }];
    await aSale(shop.owner.pool, { seller, client, items: [{ product: pen }], payments });
  }
  const sums = Object.entries((await close()).payment_methods);
  expect(new Map(sums)).toEqual(new Map(names.map((name) => [name, 2.5])));
});

test('closing again makes a version; the list shows the newest and what changed after it', async () => {
  const { shop, sell, close, remove, today, adminToken } = await openBox();
  const first = await sell();
  await close();
  await sell();
  expect(await close()).toMatchObject({ version: 2, total_final: 114.8, sales_count: 2 });
  await sell();
  await remove(first);
  const query = { startDate: today, endDate: today, search: 'VERA' };
  const list = await shop.call('listClosings', { token: adminToken, query });
  expect(list.body).toMatchObject([
    { version: 2, total_final: 114.8, sales_added: 1, sales_deleted: 1, current_total: 114.8 },
  ]);
});

test('closing again without a change returns the newest version and writes nothing', async () => {
  const { shop, sell, close, remove } = await openBox();
  const first = await sell();
  const second = await sell();
  const [one, concurrent] = await Promise.all([close(), close()]);
  expect(concurrent).toEqual(one);
  expect(one).toMatchObject({
    version: 1,
    sales_count: 2,
    first_sale: first,
    last_sale: second,
    replaces: null,
  });
  const before = await tableSnapshot(shop.owner.db);
  expect(await close()).toEqual(one);
  expect(await tableSnapshot(shop.owner.db)).toEqual(before);

  // The number and the total are the same, but the sales are not.
  await remove(first);
  const third = await sell();
  expect(await close()).toMatchObject({
    version: 2,
    total_final: one.total_final,
    first_sale: second,
    last_sale: third,
    replaces: { closed_at: one.closed_at, total_final: one.total_final },
  });
  expect((await close()).version).toBe(2);
  // The versions that were printed stay.
  await remove(third);
  expect((await close()).version).toBe(3);
});

test('a seller closes only their own box, an administrator any, and nobody a future day', async () => {
  const { shop, vera, sell, today, token, adminToken } = await openBox();
  await sell();
  const close = async (by: string, seller_id: number, date: string) =>
    (await shop.call('closeBox', { token: by, body: { date, seller_id } })).problem.code;
  expect(await close(token, vera.id + 1, today)).toBe('not_allowed');
  expect(await close(adminToken, vera.id, today)).toBeUndefined();
  expect(await close(adminToken, vera.id, '2999-01-01')).toBe('future_day');
  expect(await close(adminToken, vera.id, '2026-02-30')).toBe('invalid_day');
  expect(await close(adminToken, 999_999, today)).toBe('unknown_seller');
});
