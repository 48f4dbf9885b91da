import { businessDayOf } from '@balcao/domain/business-day.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSale,
  aUser,
  PASSWORD,
} from '../../testing/builders.ts';

async function openBox() {
  const shop = await openTestShop();
  const { db, pool } = shop.owner;
  const seller = await aUser(db, { name: 'Vera' });
  const admin = await aUser(db, { admin: true });
  const signIn = async (login: string) =>
    (await shop.call('login', { body: { username: login, password: PASSWORD } })).body.access;
  const product = await aProduct(db, { price: cents(5740) });
  const client = await aClient(db);
  const pix = await aPaymentMethod(db, { name: 'Pix' });
  const cash = await aPaymentMethod(db, { name: 'Dinheiro' });
  const sell = (createdAt?: Date) =>
    aSale(pool, {
      seller,
      client,
      items: [{ product }],
      payments: [
        { method: pix, amount: cents(3000) },
        { method: cash, amount: cents(5000) },
      ],
      ...(createdAt && { createdAt }),
    });
  return {
    shop,
    seller,
    sell,
    today: businessDayOf(new Date()),
    sellerToken: await signIn(seller.login),
    adminToken: await signIn(admin.login),
    product,
    client,
  };
}

test('a box without sales says so', async () => {
  const { shop, seller, today, sellerToken: token } = await openBox();
  const { status, body } = await shop.call('closeBox', {
    token,
    body: { date: today, seller_id: seller.id },
  });
  expect(status).toBe(200);
  expect(body).toEqual({ message: 'Nenhuma venda realizada hoje' });
});

test('change is not takings, and the sums per method add up to the total', async () => {
  const { shop, seller, sell, today, sellerToken: token } = await openBox();
  await sell();
  const { body } = await shop.call('closeBox', {
    token,
    body: { date: today, seller_id: seller.id },
  });
  expect(body).toMatchObject({
    date: today,
    seller_name: 'Vera',
    total_final: 57.4,
    payment_methods: { Pix: 30, Dinheiro: 27.4 },
    version: 1,
    sales_count: 1,
  });
});

test.each(['Pix\u2028Loja', 'Vale\u2029', '__proto__', 'constructor', '<b>"'])(
  'no name of a method is too odd to be in the sums: %j',
  async (name) => {
    const { shop, seller, product, client, today, sellerToken: token } = await openBox();
    const method = await aPaymentMethod(shop.owner.db, { name });
    const payments = [{ method, amount: cents(5740) }];
    await aSale(shop.owner.pool, { seller, client, items: [{ product }], payments });
    const { body } = await shop.call('closeBox', {
      token,
      body: { date: today, seller_id: seller.id },
    });
    if (!('payment_methods' in body)) throw new Error('no closing');
    expect(Object.entries(body.payment_methods)).toEqual([[name, 57.4]]);
  },
);

test('closing again makes a version; the list shows the newest and what changed after it', async () => {
  const { shop, seller, sell, today, sellerToken, adminToken } = await openBox();
  const close = () =>
    shop.call('closeBox', { token: sellerToken, body: { date: today, seller_id: seller.id } });
  const first = await sell();
  await close();
  await sell();
  const second = await close();
  expect(second.body).toMatchObject({ version: 2, total_final: 114.8, sales_count: 2 });
  await sell();
  await shop.call('deleteSale', { token: adminToken, params: { id: String(first.id) } });
  const list = await shop.call('listClosings', {
    token: adminToken,
    query: { startDate: today, endDate: today, search: 'VERA' },
  });
  expect(list.body).toMatchObject([
    { version: 2, total_final: 114.8, sales_added: 1, sales_deleted: 1, current_total: 114.8 },
  ]);
  expect(list.body).toHaveLength(1);
});

test('closing again when nothing changed answers the newest version and writes nothing', async () => {
  const { shop, seller, sell, today, sellerToken, adminToken } = await openBox();
  const close = async () => {
    const body = { date: today, seller_id: seller.id };
    const answer = await shop.call('closeBox', { token: sellerToken, body });
    if (!('version' in answer.body)) throw new Error('no closing');
    return answer.body;
  };
  const written = async () => {
    const tables = ['closings', 'closing_sales', 'closing_payments', 'audit_events'] as const;
    const counts = tables.map((table) =>
      sql`SELECT FROM ${sql.table(table)}`.execute(shop.owner.db),
    );
    return (await Promise.all(counts)).map(({ rows }) => rows.length);
  };
  const first = await sell();
  const second = await sell();
  const [one, atOnce] = await Promise.all([close(), close()]);
  expect(atOnce).toEqual(one);
  expect(one).toMatchObject({
    version: 1,
    sales_count: 2,
    first_sale: first.id,
    last_sale: second.id,
    replaces: null,
  });
  const before = await written();
  expect(await close()).toEqual(one);
  expect(await written()).toEqual(before);

  // As many sales of the same worth are not the same sales.
  await shop.call('deleteSale', { token: adminToken, params: { id: String(first.id) } });
  const third = await sell();
  expect(await close()).toMatchObject({
    version: 2,
    total_final: one.total_final,
    first_sale: second.id,
    last_sale: third.id,
    replaces: { closed_at: one.closed_at, total_final: one.total_final },
  });
  expect((await close()).version).toBe(2);
  // What was printed stays, also after it was replaced.
  await shop.call('deleteSale', { token: adminToken, params: { id: String(third.id) } });
  expect((await close()).version).toBe(3);
});

test('a seller closes only their own box, an administrator any, and no one a day to come', async () => {
  const { shop, seller, sell, today, sellerToken, adminToken } = await openBox();
  await sell();
  const close = (token: string, seller_id: number, date: string) =>
    shop.call('closeBox', { token, body: { date, seller_id } });
  expect((await close(sellerToken, seller.id + 1, today)).problem.code).toBe('not_allowed');
  expect((await close(adminToken, seller.id, today)).status).toBe(200);
  expect((await close(adminToken, seller.id, '2999-01-01')).problem.code).toBe('future_day');
  expect((await close(adminToken, seller.id, '2026-02-30')).problem.code).toBe('invalid_day');
  expect((await close(adminToken, 999_999, today)).problem.code).toBe('unknown_seller');
});
