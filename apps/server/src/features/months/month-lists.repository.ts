import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { IncomePart } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { withinDays } from '../../database/listing.ts';
import { every, oneOf, rowsOf } from '../../database/rows.ts';
import type { DeletionLine, DifferenceLine, SaleNumbers } from './files/issue.ts';
import type { Sealed } from './months.repository.ts';

/** The sales of these days, by the index of their times. */
const soldIn = (days: Period) => every(...withinDays(sql`s.created_at`, days));

export type DeletionRow = Omit<DeletionLine, 'at'> & { at: Date; reason: string | null };

/** The deleted sales of these days in the order of their numbers. */
export async function deletionRows(db: Db, days: Period): Promise<DeletionRow[]> {
  return rowsOf<DeletionRow>(db)`
    SELECT s.id AS sale, s.business_day AS day, s.seller_name AS seller,
      s.total_general_cents AS total, s.deleted_at AS at, coalesce(e.actor_name, u.name) AS by,
      e.after ->> 'approved_by' AS approved_by, s.deletion_reason AS reason
    FROM sales s JOIN users u ON u.id = s.deleted_by
      LEFT JOIN LATERAL (
        SELECT actor_name, after FROM audit_events
        WHERE subject_id = s.id AND action = 'sale.deleted' ORDER BY id DESC LIMIT 1) AS e ON true
    WHERE s.deleted_at IS NOT NULL AND ${soldIn(days)} ORDER BY s.id`;
}

/**
 * The numbers of the sales of these days. A number is taken before its sale is written: the one of a refused or repeated
 * request stays unused, and around midnight one of the other month may lie between them.
 */
export async function saleNumbers(db: Db, days: Period): Promise<SaleNumbers> {
  return oneOf<SaleNumbers>(db)`
    WITH of_month AS MATERIALIZED (
      SELECT s.id, s.deleted_at FROM sales s WHERE ${soldIn(days)}
    ), edges AS (
      SELECT min(id) AS lowest, max(id) AS highest, min(id) FILTER (WHERE deleted_at IS NULL) AS first,
        max(id) FILTER (WHERE deleted_at IS NULL) AS last
      FROM of_month
    ), known AS (
      SELECT s.id, CASE WHEN NOT s.business_day BETWEEN ${days.from} AND ${days.to} THEN 'other_month'
        WHEN s.deleted_at IS NOT NULL THEN 'deleted' END AS why
      FROM edges, sales s WHERE s.id BETWEEN lowest AND highest
      UNION ALL
      SELECT coalesce((
        SELECT s.id FROM sales s WHERE s.id < lowest AND s.business_day < ${days.from}
        ORDER BY s.id DESC LIMIT 1), lowest - 1), NULL
      FROM edges
    ), gaps AS (
      SELECT id AS first, id AS last, why FROM known WHERE why IS NOT NULL
      UNION ALL
      SELECT before + 1, id - 1, 'refused'
      FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before FROM known) AS pairs WHERE id - before > 1
    )
    SELECT first, last, (SELECT coalesce(json_agg(gaps ORDER BY first), '[]') FROM gaps) AS gaps
    FROM edges`;
}

/** What was sold less what came back, by the institution whose income the products are today. */
export async function incomeOf(db: Db, { from, to }: Period): Promise<Map<IncomePart, Cents>> {
  const { rows } = await sql<{ part: IncomePart; total: Cents }>`
    SELECT coalesce(p.income, 'both') AS part, sum(cents)::bigint AS total
    FROM piece_moves JOIN products p ON p.id = product_id
    WHERE NOT deleted AND day BETWEEN ${from}::date AND ${to}::date GROUP BY 1`.execute(db);
  return new Map(rows.map(({ part, total }) => [part, total]));
}

type LineParts = 'method' | 'expected' | 'counted';
export type CountedBoxRow = Omit<DifferenceLine, LineParts> & {
  reason: string | null;
  closed_at: Date | null;
  /** Who allowed its difference, or else who counted it. */
  by: string;
  lines: Pick<DifferenceLine, LineParts>[];
};

/** The counted boxes of these days with the lines that differ, which may be none. */
export async function countedBoxRows(db: Db, { from, to }: Period): Promise<CountedBoxRow[]> {
  return rowsOf<CountedBoxRow>(db)`
    SELECT b.id AS box, day, seller_name AS seller, closed_at, reason,
      approved_by_name AS approved_by, coalesce(approved_by_name, u.name) AS by,
      (SELECT coalesce(json_agg(json_build_object('method', method_name,
          'expected', expected_cents, 'counted', counted_cents) ORDER BY line), '[]')
        FROM box_counts WHERE box_id = b.id AND expected_cents <> counted_cents) AS lines
    FROM cash_boxes b JOIN users u ON u.id = b.counted_by
    WHERE day BETWEEN ${from} AND ${to} AND counted_at IS NOT NULL ORDER BY b.id`;
}

export type OpenDayRow = { day: BusinessDay; seller: number; seller_name: string; total: Cents };

/** The days on which somebody sold or put right outside of counted boxes, and which nobody has closed. */
export async function openDayRows(db: Db, { from, to }: Period): Promise<OpenDayRow[]> {
  return rowsOf<OpenDayRow>(db)`
    SELECT day, seller_id AS seller, max(seller_name) AS seller_name, sum(cents)::bigint AS total
    FROM entries e WHERE NOT deleted AND box_id IS NULL AND day BETWEEN ${from}::date AND ${to}::date
      AND NOT EXISTS (
        SELECT FROM closings c WHERE c.seller_id = e.seller_id AND c.day = e.day AND c.box_id IS NULL)
    GROUP BY day, seller_id ORDER BY day, max(seller_name), seller_id`;
}

export type CorrectedRow = {
  id: number;
  kind: 'refund' | 'exchange' | 'payments';
  sale: number;
  day: BusinessDay;
  at: Date;
  by: string;
  approved_by: string | null;
  reason: string;
  total: Cents;
};

/** What puts right sales of these days, whenever it was made. */
export async function correctedRows(db: Db, days: Period): Promise<CorrectedRow[]> {
  return rowsOf<CorrectedRow>(db)`
    SELECT c.id, c.kind, c.sale_id AS sale, c.business_day AS day, c.created_at AS at,
      c.made_by_name AS by, c.approved_by_name AS approved_by, c.reason, c.total_cents AS total
    FROM sales s JOIN corrections c ON c.sale_id = s.id
    WHERE s.deleted_at IS NULL AND ${soldIn(days)} ORDER BY c.id`;
}

export type LateSaleRow = { sale: number; at: Date; by: string; total: Cents };

/** The sales of the month that its closing did not know, deleted or not: numbers are given in order. */
export async function lateSaleRows(db: Db, { days, last_sale }: Sealed): Promise<LateSaleRow[]> {
  return rowsOf<LateSaleRow>(db)`
    SELECT s.id AS sale, s.created_at AS at, s.seller_name AS by, s.total_general_cents AS total
    FROM sales s WHERE s.id > ${last_sale}::integer AND ${soldIn(days)} ORDER BY s.id`;
}

export type UnexplainedRow = { day: BusinessDay; method: string; cents: Cents };

/**
 * By how much the sums of the month, by the times of its sales, differ from the sealed ones, besides what is listed:
 * late sales, what was deleted since, and these corrections.
 */
export async function unexplainedRows(
  db: Db,
  { id, days, last_sale, deleted_sales }: Sealed,
  listedCorrections: readonly number[],
): Promise<UnexplainedRow[]> {
  return rowsOf<UnexplainedRow>(db)`
    SELECT day, method, sum(cents)::bigint AS cents FROM (
      SELECT (at AT TIME ZONE ${SHOP_TIME_ZONE})::date AS day, method_name AS method, cents FROM money_lines
      WHERE ${every(...withinDays(sql`at`, days))} AND CASE WHEN correction_id IS NULL
        THEN coalesce(sale_id <= ${last_sale}::integer, true) AND NOT sale_id = ANY (${deleted_sales}::integer[])
        ELSE NOT correction_id = ANY (${[...listedCorrections]}::integer[]) END
      UNION ALL
      SELECT (of_day ->> 'day')::date, line ->> 'method', -(line ->> 'amount')::bigint
      FROM month_closings, json_array_elements(figures::json #> '{figures,days}') AS of_day,
        json_array_elements(of_day -> 'byMethod') AS line
      WHERE id = ${id}) AS lines
    GROUP BY day, method HAVING sum(cents) <> 0 ORDER BY day, method`;
}
