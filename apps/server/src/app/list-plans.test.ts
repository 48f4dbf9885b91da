import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSalesCounts } from '../features/sales/update-sales-counts.ts';
import { openTestShop, type TestShop } from '../testing/app.ts';
import { aUser } from '../testing/builders.ts';
import { tokenOf } from '../testing/counter.ts';
import { violations } from '../testing/invariants.ts';
import { sellMany, stockLargeShop } from '../testing/large-shop.ts';
import { indexesRead, planOf, tablesScanned } from '../testing/plans.ts';
import { listenTo, type Statement } from '../testing/statements.ts';

/** What a list costs that does not depend on the machine: how often it asks, and what is read for it. */

const SALES = 20_000;

let shop: TestShop;
let token: string;
let heard: Statement[];

beforeAll(async () => {
  shop = await openTestShop(afterAll);
  const { db } = shop.owner;
  await stockLargeShop(db, { products: 500, clients: 200, students: 50 });
  await sellMany(db, 1_000);
  // With every trigger and key on, over some days: the rows of the rest are made by the same rules.
  expect(await violations(db)).toEqual([]);
  await sellMany(db, SALES - 1_000, { unchecked: true });
  await updateSalesCounts(db);
  const chief = await aUser(db, { login: 'chefe', admin: true });
  token = await tokenOf(shop, chief.login);
  heard = listenTo(shop.connection.pool);
}, 120_000);

type Place = { common: string; rare: string; last: string };

/** The calls that list, each with what is asked for. */
const lists: [string, (place: Place) => Promise<{ status: number }>][] = [
  ['sales', () => shop.call('listSales', { token, query: {} })],
  ['the last sales', ({ last }) => shop.call('listSales', { token, query: { page: last } })],
  ['sales of a seller', () => shop.call('listSales', { token, query: { search: 'bruno' } })],
  [
    'sales of a month',
    () =>
      shop.call('listSales', {
        token,
        query: { startDate: '2017-02-01', endDate: '2017-02-28' },
      }),
  ],
  [
    'sales of a product that is seldom sold',
    ({ rare }) => shop.call('listSales', { token, query: { products: rare } }),
  ],
  [
    'sales of a product that is often sold, by the seller’s name',
    ({ common }) => shop.call('listSales', { token, query: { products: common, search: 'bruno' } }),
  ],
  [
    'the same in a month',
    ({ common }) =>
      shop.call('listSales', {
        token,
        query: {
          products: common,
          search: 'bruno',
          startDate: '2017-02-01',
          endDate: '2017-02-28',
        },
      }),
  ],
  [
    'closings of a day',
    () =>
      shop.call('listClosings', {
        token,
        query: { startDate: '2017-02-01', endDate: '2017-02-01' },
      }),
  ],
  ['the audit', () => shop.call('listAudit', { token, query: {} })],
  ['the last of the audit', ({ last }) => shop.call('listAudit', { token, query: { page: last } })],
  [
    'deletions in the audit',
    () => shop.call('listAudit', { token, query: { kind: 'sale.deleted' } }),
  ],
  ['products', () => shop.call('listProducts', { token, query: { search: 'caneta' } })],
  ['users', () => shop.call('listUsers', { token, query: {} })],
  ['payment methods', () => shop.call('listPaymentMethods', { token, query: {} })],
];

/** The session and the list itself. */
const ROUND_TRIPS = 2;
/** Not the closings: they are one for fifty sales, and here so few that to read them all is right. */
const LARGE = ['audit_events', 'closing_sales', 'sale_items', 'sale_payments', 'sales'];

/** The statements that went out while something was done. */
async function statementsOf(work: () => Promise<{ status: number }>): Promise<Statement[]> {
  heard.length = 0;
  expect((await work()).status).toBe(200);
  return [...heard];
}

async function scannedBy(statements: Statement[]): Promise<string[]> {
  const plans = await Promise.all(
    statements.map((statement) => planOf(shop.owner.pool, statement)),
  );
  return plans.flatMap(tablesScanned).filter((table) => LARGE.includes(table));
}

/** Of the shelf's products the first is in every sixth sale, the last in hardly any. */
async function place() {
  const { rows } = await sql<{ common: string; rare: string }>`
    SELECT min(id)::text AS common, max(id)::text AS rare FROM products`.execute(shop.owner.db);
  const { common = '', rare = '' } = rows[0] ?? {};
  return { common, rare, last: String(Math.floor((SALES * 0.99) / 10)) };
}

test.each(lists)(
  '%s: at most two round trips, and no large table from end to end',
  async (_name, list) => {
    const where = await place();
    const statements = await statementsOf(() => list(where));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(ROUND_TRIPS);
    expect(await scannedBy(statements)).toEqual([]);
  },
);

test('the sales that are counted are not read to be counted again', async () => {
  const { rows } = await sql<{ login: string }>`
    UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE login = 'chefe')
    WHERE login = 'vendedor1' RETURNING login`.execute(shop.owner.db);
  const seller = await tokenOf(shop, rows[0]?.login ?? '');
  for (const whose of [token, seller]) {
    const list = await statementsOf(() => shop.call('listSales', { token: whose, query: {} }));
    const statement = list.at(-1) ?? { text: '', values: [] };
    const indexes = indexesRead(await planOf(shop.owner.pool, statement));
    // The page itself may be read by the seller's index, and then with the rows.
    expect(indexes).not.toContain('Index Only Scan of sales_of_seller');
  }
});

test('a third round trip would be counted', async () => {
  const statements = await statementsOf(async () => {
    await shop.connection.db.selectFrom('users').select('id').execute();
    await shop.connection.pool.query('SELECT 1');
    await shop.connection.pool.query({ text: 'SELECT $1::integer', values: [1] });
    return { status: 200 };
  });
  expect(statements).toHaveLength(3);
});

test('without its index a list would be seen to read all the sales', async () => {
  const [list] = await statementsOf(() =>
    shop.call('listSales', { token, query: { page_size: '11' } }),
  ).then((statements) => statements.slice(-1));
  const client = await shop.owner.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DROP INDEX sales_newest');
    expect(tablesScanned(await planOf(client, list ?? { text: '', values: [] }))).toContain(
      'sales',
    );
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('whatever the page, it holds what the whole list has there', async () => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM sales WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC`.execute(
    shop.owner.db,
  );
  const all = rows.map(({ id }) => id);
  const last = Math.ceil(all.length / 10);
  for (const page of [1, 2, 30, 31, Math.floor(last / 2), last - 1, last, last + 1]) {
    const { body } = await shop.call('listSales', { token, query: { page: String(page) } });
    expect(body).toMatchObject({ count: all.length, total_pages: last });
    expect(body.results.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10));
  }
});

test('so too of a product, from either end', async () => {
  const { common } = await place();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM sales s WHERE deleted_at IS NULL
      AND EXISTS (SELECT FROM sale_items WHERE sale_id = s.id AND product_id = ${Number(common)})
    ORDER BY created_at DESC, id DESC`.execute(shop.owner.db);
  const all = rows.map(({ id }) => id);
  const last = Math.ceil(all.length / 10);
  const half = Math.floor(last / 2);
  for (const page of [1, half, half + 1, half + 2, last - 1, last, last + 1]) {
    const query = { products: common, page: String(page) };
    const { body } = await shop.call('listSales', { token, query });
    expect(body.count).toBe(all.length);
    expect(body.results.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10));
  }
});

test('so too of the audit, from either end', async () => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM audit_events ORDER BY at DESC, id DESC`.execute(shop.owner.db);
  const all = rows.map(({ id }) => id);
  const last = Math.ceil(all.length / 10);
  const half = Math.floor(last / 2);
  for (const page of [1, half, half + 1, half + 2, last, last + 1]) {
    const { body } = await shop.call('listAudit', { token, query: { page: String(page) } });
    expect(body.count).toBe(all.length);
    expect(body.results.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10));
  }
});
