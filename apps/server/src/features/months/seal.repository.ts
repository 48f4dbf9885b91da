import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { soldIn } from './month-lists.repository.ts';
import type { Sealed } from './months.repository.ts';

export type LateSaleRow = { sale: number; at: Date; by: string; total: Cents };

/** The sales of the month that its closing did not know, deleted or not: numbers are given in order. */
export async function lateSaleRows(db: Db, { days, last_sale }: Sealed): Promise<LateSaleRow[]> {
  const { rows } = await sql<LateSaleRow>`
    SELECT s.id AS sale, s.created_at AS at, s.seller_name AS by, s.total_general_cents AS total
    FROM sales s WHERE s.id > ${last_sale}::integer AND ${soldIn(days)} ORDER BY s.id`.execute(db);
  return rows;
}

export type UnexplainedRow = { day: BusinessDay; method: string; cents: Cents };

/**
 * By how much the sums of the month differ from the sealed ones, besides what is listed: late sales, what was deleted
 * since, and these corrections.
 */
export async function unexplainedRows(
  db: Db,
  { id, days, last_sale, deleted_sales }: Sealed,
  listedCorrections: readonly number[],
): Promise<UnexplainedRow[]> {
  const { rows } = await sql<UnexplainedRow>`
    SELECT day, method, sum(cents)::bigint AS cents FROM (
      SELECT s.business_day AS day, p.method_name AS method, p.net_cents AS cents
      FROM sales s JOIN sale_payments p ON p.sale_id = s.id
      WHERE ${soldIn(days)} AND coalesce(s.id <= ${last_sale}::integer, true)
        AND NOT s.id = ANY (${deleted_sales}::integer[])
      UNION ALL
      SELECT c.business_day, p.method_name, p.net_cents
      FROM corrections c JOIN correction_payments p ON p.correction_id = c.id
      WHERE c.business_day BETWEEN ${days.from} AND ${days.to}
        AND NOT c.id = ANY (${[...listedCorrections]}::integer[])
      UNION ALL
      SELECT (of_day ->> 'day')::date, line ->> 'method', -(line ->> 'amount')::bigint
      FROM month_closings, json_array_elements(figures::json #> '{figures,days}') AS of_day,
        json_array_elements(of_day -> 'byMethod') AS line
      WHERE id = ${id}) AS lines
    GROUP BY day, method HAVING sum(cents) <> 0 ORDER BY day, method`.execute(db);
  return rows;
}
