import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { gaveChangeNotCash } from '../../database/drawer.ts';

/** The first and the last day on which the shop has sales; undefined while it has none. */
export async function soldDays(
  tx: Tx,
): Promise<{ first: BusinessDay; last: BusinessDay } | undefined> {
  const at = (end: 'ASC' | 'DESC') => sql`(
    SELECT business_day FROM sales WHERE deleted_at IS NULL ORDER BY created_at ${sql.raw(end)} LIMIT 1)`;
  const { rows } = await sql<{ first: BusinessDay | null; last: BusinessDay | null }>`
    SELECT ${at('ASC')} AS first, ${at('DESC')} AS last`.execute(tx);
  const { first, last } = rows[0] ?? {};
  return first && last ? { first, last } : undefined;
}

/** By seller, the most first; without those who gave none. */
export async function changeNotCash(
  tx: Tx,
  { from, to }: Period,
): Promise<{ seller: number; sales: number; cents: Cents }[]> {
  const { rows } = await sql<{ seller: number; sales: number; cents: Cents }>`
    SELECT seller_id AS seller, count(DISTINCT sale_id) AS sales,
      sum(amount_cents - net_cents)::bigint AS cents
    FROM sales JOIN sale_payments ON sale_id = sales.id
    WHERE ${gaveChangeNotCash} AND deleted_at IS NULL AND business_day BETWEEN ${from} AND ${to}
    GROUP BY seller_id ORDER BY cents DESC, seller_id`.execute(tx);
  return rows;
}
