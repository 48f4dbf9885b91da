import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridProductIds } from '../features/products/products.repository.ts';
import { updateSalesCounts } from '../features/sales/update-sales-counts.ts';
import { openTestShop } from '../testing/app.ts';
import { aUser } from '../testing/builders.ts';
import { tokenOf } from '../testing/counter.ts';
import { violations } from '../testing/invariants.ts';
import { sellMany, stockLargeShop } from '../testing/large-shop.ts';
import { listenTo, planOf, type Statement, tablesScanned } from '../testing/plans.ts';

/** The cost of a list, independent of the machine: its round trips and the tables that it scans. */

const SALES = 20_000;

const shop = await openTestShop(afterAll);
let token: string;
let sellerToken: string;
let heard: Statement[];

beforeAll(async () => {
  const { db } = shop.owner;
  await stockLargeShop(db, { products: 500, clients: 200, students: 50 });
  await sellMany(db, 1_000);
  // These have passed all triggers and foreign keys; the others are made by the same rules.
  expect(await violations(db)).toEqual([]);
  await sellMany(db, SALES - 1_000, { unchecked: true });
  // One sale a minute up to now, for lists of the last days.
  await sql`
    UPDATE sales SET created_at = now() - (${SALES}::integer - id) * interval '1 minute'
    WHERE id > ${SALES - 1_000}::integer`.execute(db);
  await sql`VACUUM (ANALYZE) sales`.execute(db);
  await updateSalesCounts(db);
  const chief = await aUser(db, { login: 'chefe', admin: true });
  token = await tokenOf(shop, chief.login);
  await sql`
    UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE login = 'chefe')
    WHERE login = 'vendedor1'`.execute(db);
  sellerToken = await tokenOf(shop, 'vendedor1');
  heard = listenTo(shop.connection.pool);
}, 120_000);

type Place = { common: string; rare: string; last: string; cpf: string; registration: string };

type Listed = Page<{ id: number }>;

const MONTH = { startDate: '2017-02-01', endDate: '2017-02-28' };
const DAY = { startDate: '2017-02-01', endDate: '2017-02-01' };
const sales = (query: QueryOf<Endpoints['listSales']> = {}) =>
  shop.call('listSales', { token, query });
const find = (text: string) => shop.call('findSales', { token, body: { find: text } });
const audit = (query: QueryOf<Endpoints['listAudit']> = {}) =>
  shop.call('listAudit', { token, query });

const lists: Record<string, (place: Place) => Promise<{ status: number }>> = {
  sales: () => sales(),
  'the last sales': ({ last }) => sales({ page: last }),
  'sales of a seller': () => sales({ search: 'bruno' }),
  'a seller’s own sales': () => shop.call('listOwnSales', { token: sellerToken, body: {} }),
  'a seller’s own sales of a client': () =>
    shop.call('listOwnSales', { token: sellerToken, body: { search: 'ana 529.9' } }),
  'sales of a month': () => sales(MONTH),
  'sales of a product that is seldom sold': ({ rare }) => sales({ products: rare }),
  'sales of a product that is often sold, by the seller’s name': ({ common }) =>
    sales({ products: common, search: 'bruno' }),
  'the same in a month': ({ common }) => sales({ products: common, search: 'bruno', ...MONTH }),
  'the oldest sales': () => sales({ order: 'date' }),
  'the last sales by seller': ({ last }) => sales({ order: 'seller', page: last }),
  'sales by client': () => sales({ order: 'client' }),
  'the largest sales of a seller': () => sales({ order: '-total', search: 'bruno' }),
  'sales of a client and a student': () => find('ana joão'),
  'sales of a CPF': ({ cpf }) => find(cpf),
  'a sale by its number': () => find('12345'),
  'closings of a day': () => shop.call('listClosings', { token, query: DAY }),
  'the audit': () => audit(),
  'the last of the audit': ({ last }) => audit({ page: last }),
  'the audit of a sale': () => audit({ sale: '12345' }),
  'deletions in the audit': () => audit({ kind: 'sale.deleted' }),
  // The day after the last of the sold month: over HTTP it would be today, when nothing has been sold.
  'the product grid': async () => {
    const ids = await gridProductIds(shop.connection.db, '2017-03-01' as BusinessDay);
    expect(ids).toHaveLength(24);
    return { status: 200 };
  },
  products: () => shop.call('listProducts', { token, query: { search: 'caneta' } }),
  'students of a client': ({ cpf }) => shop.call('findStudentsOfClient', { token, body: { cpf } }),
  'clients of a student': ({ registration }) =>
    shop.call('findClientsOfStudent', { token, body: { registration } }),
  clients: () => shop.call('listClients', { token, body: { search: 'ana araujo' } }),
  users: () => shop.call('listUsers', { token }),
  'payment methods': () => shop.call('listPaymentMethods', { token }),
};

/** One for the session and one for the list. */
const ROUND_TRIPS = 2;
/** Not closings: there is one for fifty sales, so scanning this few of them is right. */
const LARGE = ['audit_events', 'closing_sales', 'sale_items', 'sale_payments', 'sales'];

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

/** The first product is in every sixth sale, the last in hardly any. */
async function place() {
  const { rows } = await sql<Omit<Place, 'last'>>`
    SELECT min(id)::text AS common, max(id)::text AS rare, (SELECT min(cpf) FROM clients) AS cpf,
      (SELECT min(registration) FROM students) AS registration
    FROM products`.execute(shop.owner.db);
  return { ...(rows[0] as Place), last: String(Math.floor((SALES * 0.99) / 10)) };
}

test.each(Object.entries(lists))(
  '%s: at most two round trips, and no large table from end to end',
  async (_name, list) => {
    const where = await place();
    const statements = await statementsOf(() => list(where));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(ROUND_TRIPS);
    expect(await scannedBy(statements)).toEqual([]);
  },
);

test('anonymising a student reads the sales of that student alone, deleted ones too', async () => {
  const client = await shop.owner.pool.connect();
  const ask = async (text: string) => (await client.query(text)).rows[0];
  try {
    await client.query('BEGIN');
    const { id } = await ask(
      'SELECT student_id AS id FROM sales WHERE student_id IS NOT NULL LIMIT 1',
    );
    const scans = async () =>
      (await ask("SELECT pg_stat_get_xact_numscans('sales'::regclass) AS count")).count;
    const before = await scans();
    await ask(
      `UPDATE sales SET deleted_at = now(), deleted_by = seller_id WHERE student_id = ${id}`,
    );
    await ask(`SELECT anonymise_student(${id})`);
    expect(await scans()).toBe(before);
    const left = await ask(`SELECT count(*) FROM sales
      WHERE student_id = ${id} AND student_registration <> 'anonimizado'`);
    expect(left).toEqual({ count: 0 });
  } finally {
    // The end of the connection rolls back.
    client.release(true);
  }
});

test('a list without its index would be seen to scan all sales', async () => {
  const statements = await statementsOf(() => sales({ page_size: '11' }));
  const client = await shop.owner.pool.connect();
  await client.query('BEGIN; DROP INDEX sales_newest');
  const plan = await planOf(client, statements.at(-1) as Statement);
  // The end of the connection rolls back.
  client.release(true);
  expect(tablesScanned(plan)).toContain('sales');
});

const SALES_IN_ORDER = 'FROM sales WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC';
const OF_PRODUCT = `deleted_at IS NULL AND EXISTS (SELECT FROM sale_items
  WHERE sale_id = sales.id AND product_id = (SELECT min(id) FROM products))`;

test.each<[string, string, (page: string, place: Place) => Promise<{ body: Listed }>]>([
  ['sales', SALES_IN_ORDER, (page) => sales({ page })],
  [
    'sales of a product',
    SALES_IN_ORDER.replace('deleted_at IS NULL', OF_PRODUCT),
    (page, { common }) => sales({ products: common, page }),
  ],
  ['the audit', 'FROM audit_events ORDER BY at DESC, id DESC', (page) => audit({ page })],
])('every page of %s is a part of the whole list, from either end', async (_what, whole, list) => {
  const where = await place();
  const { rows } = await shop.owner.pool.query<{ id: number }>(`SELECT id ${whole}`);
  const all = rows.map(({ id }) => id);
  const last = Math.ceil(all.length / 10);
  const half = Math.floor(last / 2);
  for (const page of [1, 2, 30, 31, half, half + 1, half + 2, last - 1, last, last + 1]) {
    const { body } = await list(String(page), where);
    expect(body).toMatchObject({ count: all.length, total_pages: last });
    expect(body.results.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10));
  }
});
