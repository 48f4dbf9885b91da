import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Period } from '@balcao/domain/dates/periods.ts';
import type { IncomePart } from '@balcao/domain/income.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { withinDays } from '../../database/listing.ts';
import type { DeletionLine, DifferenceLine, SaleNumbers } from './files/issue.ts';

/** The sales of these days, by the index of their times. */
export const soldIn = (days: Period) => sql.join(withinDays(sql`s.created_at`, days), sql` AND `);

export type DeletionRow = Omit<DeletionLine, 'at'> & { at: Date; reason: string | null };

/** The deleted sales of these days in the order of their numbers. */
export async function deletionRows(db: Db, days: Period): Promise<DeletionRow[]> {
  const { rows } = await sql<DeletionRow>`
    SELECT s.id AS sale, s.business_day AS day, s.seller_name AS seller,
      s.total_general_cents AS total, s.deleted_at AS at, coalesce(e.actor_name, u.name) AS by,
      e.after ->> 'approved_by' AS approved_by, s.deletion_reason AS reason
    FROM sales s JOIN users u ON u.id = s.deleted_by
      LEFT JOIN LATERAL (
        SELECT actor_name, after FROM audit_events
        WHERE subject_id = s.id AND action = 'sale.deleted' ORDER BY id DESC LIMIT 1) AS e ON true
    WHERE s.deleted_at IS NOT NULL AND ${soldIn(days)} ORDER BY s.id`.execute(db);
  return rows;
}

/**
 * The numbers of the sales of these days. A number is taken before its sale is written: the one of a refused or repeated
 * request stays unused, and around midnight one of the other month may lie between them.
 */
export async function saleNumbers(db: Db, days: Period): Promise<SaleNumbers> {
  const { rows } = await sql<SaleNumbers>`
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
    FROM edges`.execute(db);
  return rows[0] as SaleNumbers;
}

/** What was sold less what came back, by the institution whose income the products are today. */
export async function incomeOf(db: Db, { from, to }: Period): Promise<Map<IncomePart, Cents>> {
  const { rows } = await sql<{ part: IncomePart; total: Cents }>`
    SELECT coalesce(p.income, 'both') AS part, sum(cents)::bigint AS total
    FROM products_of_days(${from}, ${to}) JOIN products p ON p.id = product_id GROUP BY 1`.execute(
    db,
  );
  return new Map(rows.map(({ part, total }) => [part, total]));
}

type LineParts = 'method' | 'expected' | 'counted';
export type BoxRow = Omit<DifferenceLine, LineParts> & {
  reason: string | null;
  closed_at: Date | null;
  /** Who allowed its difference, or else who counted it. */
  by: string;
  lines: Pick<DifferenceLine, LineParts>[];
};

/** The counted boxes of these days with the lines that differ, which may be none. */
export async function countedBoxRows(db: Db, { from, to }: Period): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`
    SELECT b.id AS box, day, seller_name AS seller, closed_at, reason,
      approved_by_name AS approved_by, coalesce(approved_by_name, u.name) AS by,
      (SELECT coalesce(json_agg(json_build_object('method', method_name,
          'expected', expected_cents, 'counted', counted_cents) ORDER BY line), '[]')
        FROM box_counts WHERE box_id = b.id AND expected_cents <> counted_cents) AS lines
    FROM cash_boxes b JOIN users u ON u.id = b.counted_by
    WHERE day BETWEEN ${from} AND ${to} AND counted_at IS NOT NULL ORDER BY b.id`.execute(db);
  return rows;
}

export type OpenDayRow = { day: BusinessDay; seller: number; seller_name: string; total: Cents };

/** The days on which somebody sold or put right outside of counted boxes, and which nobody has closed. */
export async function openDayRows(db: Db, days: Period): Promise<OpenDayRow[]> {
  const { rows } = await sql<OpenDayRow>`
    SELECT day, seller, max(name) AS seller_name, sum(cents)::bigint AS total
    FROM (
      SELECT s.business_day AS day, s.seller_id AS seller, s.seller_name AS name,
        s.total_general_cents AS cents
      FROM sales s WHERE s.deleted_at IS NULL AND s.box_id IS NULL AND ${soldIn(days)}
      UNION ALL
      SELECT business_day, made_by, made_by_name, -total_cents FROM corrections
      WHERE box_id IS NULL AND business_day BETWEEN ${days.from} AND ${days.to}) AS made
    WHERE NOT EXISTS (
      SELECT FROM closings c WHERE c.seller_id = made.seller AND c.day = made.day AND c.box_id IS NULL)
    GROUP BY day, seller ORDER BY day, seller_name, seller`.execute(db);
  return rows;
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
  const { rows } = await sql<CorrectedRow>`
    SELECT c.id, c.kind, c.sale_id AS sale, c.business_day AS day, c.created_at AS at,
      c.made_by_name AS by, c.approved_by_name AS approved_by, c.reason, c.total_cents AS total
    FROM sales s JOIN corrections c ON c.sale_id = s.id
    WHERE s.deleted_at IS NULL AND ${soldIn(days)} ORDER BY c.id`.execute(db);
  return rows;
}
