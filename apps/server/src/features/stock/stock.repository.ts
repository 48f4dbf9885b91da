import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { PACE_DAYS } from '@balcao/domain/product/stock.ts';
import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import { rowsOf } from '../../database/rows.ts';
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
  return rowsOf<StockRow>(tx)`
    WITH sold AS MATERIALIZED (
      SELECT product_id, sum(units) AS units, max(at) FILTER (WHERE units > 0) AS last
      FROM piece_moves WHERE NOT deleted AND day >= ${addDays(day, 1 - PACE_DAYS)}::date
        ${past ? sql`AND day <= ${day}::date` : sql``}
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
    ORDER BY ${inPortugueseOrder('p.name')}, p.id`;
}

export type OnHandRow = { product: number; on_hand: number; minimum: number | null };

export async function onHandWithMinimum(tx: Tx): Promise<OnHandRow[]> {
  return rowsOf<OnHandRow>(tx)`
    SELECT there.product_id AS product, there.on_hand, m.quantity AS minimum
    FROM ${allOnHandAt(NOW)} AS there LEFT JOIN stock_minimums m USING (product_id)
    ORDER BY product`;
}

/** Those of the products that are not deleted, with the minimum of each. They stay until the transaction ends. */
export async function lockProducts(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; name: string; minimum: number | null }[]> {
  return rowsOf<{ id: number; name: string; minimum: number | null }>(tx)`
    SELECT p.id, p.name, (SELECT quantity FROM stock_minimums WHERE product_id = p.id) AS minimum
    FROM products p WHERE p.id = ANY (${[...ids]}::integer[]) AND p.deleted_at IS NULL
    ORDER BY p.id FOR SHARE`;
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
