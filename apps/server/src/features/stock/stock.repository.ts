import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { PACE_DAYS } from '@balcao/domain/product/stock.ts';
import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { inPortugueseOrder, withinDays } from '../../database/listing.ts';
import { allOnHandAt, endOf, existedAt, NOW } from './on-hand.repository.ts';

export type StockRow = {
  id: number;
  code: string;
  name: string;
  price_cents: Cents;
  active: boolean;
  on_hand: number | null;
  minimum: number | null;
  sold: number;
  last_sold: Date | null;
};

/**
 * By name, as it was at the end of a day, with what was sold in the days up to it. `past`: not today, but an earlier
 * day. Without `all`, only the followed products.
 */
export async function stockRows(
  tx: Tx,
  { day, past, all }: { day: BusinessDay; past: boolean; all: boolean },
): Promise<StockRow[]> {
  const moment = past ? endOf(day) : NOW;
  const pace = { from: addDays(day, 1 - PACE_DAYS), ...(past && { to: day }) };
  const inPace = (at: string) => sql.join(withinDays(sql.ref(at), pace), sql` AND `);
  // With the bounds of their ids, PostgreSQL reads the items in one go. Without OFFSET it would look for the lowest id
  // among the sales of all years.
  const { rows: recent } = await sql<{ first: number | null; newest: number | null }>`
    SELECT min(id) AS first, max(id) AS newest FROM (
      SELECT id FROM sales WHERE deleted_at IS NULL AND ${inPace('created_at')} OFFSET 0) AS sold`.execute(
    tx,
  );
  const { first = null, newest = null } = recent[0] ?? {};
  const { rows } = await sql<StockRow>`
    WITH sold AS MATERIALIZED (
      SELECT product_id, sum(units)::integer AS units, max(at) AS last FROM (
        SELECT i.product_id, i.quantity AS units, s.created_at AS at
        FROM sale_items i JOIN sales s ON s.id = i.sale_id
        WHERE i.sale_id BETWEEN ${first}::integer AND ${newest}::integer
          AND s.deleted_at IS NULL AND ${inPace('s.created_at')}
        UNION ALL
        SELECT i.product_id, -r.quantity, NULL
        FROM corrections c JOIN correction_items r ON r.correction_id = c.id
          JOIN sale_items i ON i.sale_id = r.sale_id AND i.line = r.sale_line
        WHERE ${inPace('c.created_at')}) AS lines
      GROUP BY product_id)
    SELECT p.id, p.code, p.name, p.price_cents, p.active, there.on_hand, m.quantity AS minimum,
      coalesce(sold.units, 0) AS sold, coalesce(sold.last, before.at) AS last_sold
    FROM products p LEFT JOIN ${allOnHandAt(moment)} AS there ON there.product_id = p.id
      LEFT JOIN stock_minimums m ON m.product_id = p.id
      LEFT JOIN sold ON sold.product_id = p.id
      LEFT JOIN LATERAL (
        SELECT s.created_at AS at FROM sale_items i JOIN sales s ON s.id = i.sale_id
        WHERE sold.last IS NULL AND i.product_id = p.id AND s.deleted_at IS NULL AND s.created_at <= ${moment}
        ORDER BY i.sale_id DESC LIMIT 1) AS before ON true
    WHERE ${existedAt(moment)} ${all ? sql`` : sql`AND there.on_hand IS NOT NULL`}
    ORDER BY ${inPortugueseOrder('p.name')}, p.id`.execute(tx);
  return rows;
}

export type OnHandRow = { product: number; on_hand: number; minimum: number | null };

export async function onHandWithMinimum(tx: Tx): Promise<OnHandRow[]> {
  const { rows } = await sql<OnHandRow>`
    SELECT there.product_id AS product, there.on_hand, m.quantity AS minimum
    FROM ${allOnHandAt(NOW)} AS there LEFT JOIN stock_minimums m USING (product_id)
    ORDER BY product`.execute(tx);
  return rows;
}

/** Those of the products that are not deleted, with the minimum of each. They stay until the transaction ends. */
export async function lockProducts(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; name: string; minimum: number | null }[]> {
  const { rows } = await sql<{ id: number; name: string; minimum: number | null }>`
    SELECT p.id, p.name, (SELECT quantity FROM stock_minimums WHERE product_id = p.id) AS minimum
    FROM products p WHERE p.id = ANY (${[...ids]}::integer[]) AND p.deleted_at IS NULL
    ORDER BY p.id FOR SHARE`.execute(tx);
  return rows;
}

/** Null takes the minimum away. */
export async function writeMinimums(
  tx: Tx,
  ids: readonly number[],
  quantity: number | null,
): Promise<void> {
  if (quantity === null) {
    await tx.deleteFrom('stock_minimums').where('product_id', 'in', ids).execute();
    return;
  }
  await sql`
    INSERT INTO stock_minimums (product_id, quantity)
    SELECT id, ${quantity}::integer FROM unnest(${[...ids]}::integer[]) AS id
    ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity`.execute(tx);
}
