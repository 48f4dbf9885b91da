import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { Income } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';
import { rowsWithSoftDeletion } from '../../database/soft-deletion.ts';

export type ProductRow = {
  id: number;
  code: string;
  name: string;
  price_cents: Cents;
  active: boolean;
  pinned: boolean;
  income: Income | null;
};

const columns = ['code', 'name', 'price_cents', 'active', 'pinned', 'income'] as const;

export const productRows = rowsWithSoftDeletion<ProductRow>('products', columns);

export function productsByStatus(db: Db, active: boolean): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .select(['id', ...columns])
    .where('deleted_at', 'is', null)
    .where('active', '=', active)
    .orderBy(inPortugueseOrder('name'))
    .orderBy('id')
    .execute();
}

/** The deleted ones too, by name. */
export function productsWithIds(
  db: Db,
  ids: readonly number[],
): Promise<(ProductRow & { deleted: boolean })[]> {
  return db
    .selectFrom('products')
    .select(['id', ...columns, sql<boolean>`deleted_at IS NOT NULL`.as('deleted')])
    .where(sql<boolean>`id = ANY (${[...ids]}::integer[])`)
    .orderBy(inPortugueseOrder('name'))
    .orderBy('id')
    .execute();
}

/** Those of the products whose code another product or a list of material has by now. */
export async function withTakenCode(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await rowsOf<{ id: number }>(db)`
    SELECT p.id FROM products p
    WHERE p.id = ANY (${[...ids]}::integer[]) AND EXISTS (
      SELECT FROM (
        SELECT id, code FROM products WHERE deleted_at IS NULL
        UNION ALL SELECT NULL, code FROM material_lists WHERE deleted_at IS NULL) AS other
      WHERE other.id IS DISTINCT FROM p.id
        AND lower(other.code COLLATE pg_catalog."und-x-icu") = lower(p.code COLLATE pg_catalog."und-x-icu"))`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Those of the products that are in a sale since then, in a list of material, or of which a delivery or a count tells.
 * OFFSET reads the items of these sales by their key.
 */
export async function usedSince(
  db: Db,
  ids: readonly number[],
  since: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT item.product_id AS id
    FROM sales s, LATERAL (
      SELECT product_id FROM sale_items WHERE sale_id = s.id OFFSET 0) AS item
    WHERE s.deleted_at IS NULL AND s.created_at >= ${since}
      AND item.product_id = ANY (${[...ids]}::integer[])
    UNION SELECT product_id FROM stock_movement_lines WHERE product_id = ANY (${[...ids]}::integer[])
    UNION SELECT product_id FROM stock_count_results WHERE product_id = ANY (${[...ids]}::integer[])
    UNION SELECT listed FROM material_lists, unnest(product_ids) AS listed
    WHERE deleted_at IS NULL AND listed = ANY (${[...ids]}::integer[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Each code with its key, which decides whether two codes are the same, and the product that has it. `lock`
 * keeps these products as they are until the end of the transaction; sales of them do not wait.
 */
export async function productsWithCodes(
  db: Db,
  codes: readonly string[],
  lock: boolean,
): Promise<{ key: string; product: ProductRow | null }[]> {
  const given = sql`unnest(${[...codes]}::text[]) WITH ORDINALITY AS given (code, place)`;
  const key = (of: string) => sql`lower(${sql.ref(of)} COLLATE pg_catalog."und-x-icu")`;
  if (lock) {
    await sql`
      SELECT id FROM products
      WHERE deleted_at IS NULL AND ${key('code')} IN (SELECT ${key('given.code')} FROM ${given})
      ORDER BY id FOR NO KEY UPDATE`.execute(db);
  }
  return rowsOf<{ key: string; product: ProductRow | null }>(db)`
    SELECT ${key('given.code')} AS key, CASE WHEN p.id IS NOT NULL THEN jsonb_build_object(
      'id', p.id, ${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`p.${column}`)]))}) END AS product
    FROM ${given} LEFT JOIN products p ON p.deleted_at IS NULL AND ${key('p.code')} = ${key('given.code')}
    ORDER BY place`;
}

/** By a code of digits, a product whose code differs from it only in the zeros in front. */
export async function productsAlike(
  db: Db,
  codes: readonly string[],
): Promise<{ given: string; code: string; name: string }[]> {
  return rowsOf<{ given: string; code: string; name: string }>(db)`
    SELECT DISTINCT ON (given) given, p.code, p.name
    FROM unnest(${codes.filter((code) => /^[0-9]+$/.test(code))}::text[]) AS given
      JOIN products p ON ltrim(p.code, '0') = ltrim(given, '0')
    WHERE p.deleted_at IS NULL AND p.code <> given ORDER BY given, p.id`;
}

/** Whether any product is the income of one institution alone. */
export async function hasIncomes(db: Db): Promise<boolean> {
  const { yes } = await oneOf<{ yes: boolean }>(db)`
    SELECT EXISTS (SELECT FROM products WHERE income IS NOT NULL AND deleted_at IS NULL) AS yes`;
  return yes;
}

/** The products that are the income of one institution alone, also deleted ones. */
export async function incomesByProduct(db: Db): Promise<Map<number, Income>> {
  const { rows } = await sql<{ id: number; income: Income }>`
    SELECT id, income FROM products WHERE income IS NOT NULL`.execute(db);
  return new Map(rows.map(({ id, income }) => [id, income]));
}

const GRID_DAYS = 30;
const GRID_TILES = 24;

/**
 * Ids of the active products for the counter's grid: the pinned ones by name, then those sold most in the 30
 * days before `today`, which is left out so that the order stays the same all day. LATERAL with OFFSET reads
 * the items of these sales by their key: a join of its own choice may scan all items.
 */
export async function gridProductIds(db: Db, today: BusinessDay): Promise<number[]> {
  const startOf = (day: ReturnType<typeof sql>) =>
    sql`(${day})::timestamp AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)}`;
  const { rows } = await sql<{ id: number }>`
    WITH sold AS (
      SELECT item.product_id, sum(item.quantity) AS quantity
      FROM sales s, LATERAL (
        SELECT product_id, quantity FROM sale_items WHERE sale_id = s.id OFFSET 0) AS item
      WHERE s.deleted_at IS NULL
        AND s.created_at >= ${startOf(sql`${today}::date - ${sql.lit(GRID_DAYS)}`)}
        AND s.created_at < ${startOf(sql`${today}::date`)}
      GROUP BY item.product_id)
    SELECT p.id FROM products p LEFT JOIN sold ON sold.product_id = p.id
    WHERE p.deleted_at IS NULL AND p.active AND (p.pinned OR sold.quantity > 0)
    ORDER BY p.pinned DESC, CASE WHEN p.pinned THEN ${inPortugueseOrder('p.name')} END,
      sold.quantity DESC, p.id
    LIMIT ${sql.lit(GRID_TILES)}`.execute(db);
  return rows.map(({ id }) => id);
}
