import type { Page } from '@balcao/contract/fields/page.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { sellMany, stockLargeShop } from '../testing/large-shop.ts';
import { aVisitor } from '../testing/signed-in.ts';

const SALES = 1_000;

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
await stockLargeShop(db, { products: 50, clients: 200, students: 50 });
await sellMany(db, SALES);
const { token } = await aVisitor(shop, { admin: true });
const { rows } = await pool.query('SELECT min(id)::text AS product FROM products');

const SALES_IN_ORDER = 'FROM sales WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC';
const OF_PRODUCT = `deleted_at IS NULL AND EXISTS (SELECT FROM sale_items
  WHERE sale_id = sales.id AND product_id = (SELECT min(id) FROM products))`;

test.each<[string, string, (page: string) => Promise<{ body: Page<{ id: number }> }>]>([
  ['sales', SALES_IN_ORDER, (page) => shop.call('listSales', { token, query: { page } })],
  [
    'sales of a product',
    SALES_IN_ORDER.replace('deleted_at IS NULL', OF_PRODUCT),
    (page) => shop.call('listSales', { token, query: { products: rows[0].product, page } }),
  ],
  [
    'the audit',
    'FROM audit_events ORDER BY at DESC, id DESC',
    (page) => shop.call('listAudit', { token, query: { page } }),
  ],
])('every page of %s is a part of the whole list, from either end', async (_what, whole, list) => {
  const all = (await pool.query<{ id: number }>(`SELECT id ${whole}`)).rows.map(({ id }) => id);
  const last = Math.ceil(all.length / 10);
  expect(last).toBeGreaterThan(5);
  for (let page = 1; page <= last + 1; page++) {
    const { body } = await list(String(page));
    expect(body).toMatchObject({ count: all.length, total_pages: last });
    expect(body.results.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10));
  }
});

test('anonymising a student reads the sales of that student alone, deleted ones too', async () => {
  const client = await pool.connect();
  const ask = async (text: string) => (await client.query(text)).rows[0];
  try {
    await client.query('ANALYZE sales');
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
