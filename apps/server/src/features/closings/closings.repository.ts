import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { lastCountBefore } from '../../database/drawer.ts';
import { holdsWords } from '../../database/listing.ts';
import type { ClosingRow } from './closing-record.ts';

export type ListedClosingRow = ClosingRow & {
  sales_added: number;
  sales_deleted: number;
  corrections_added: number;
  current_total_cents: Cents;
};

const listedColumns = sql`c.id, c.seller_id, c.seller_name, c.day, c.version, c.sales_count,
  c.refunds_count, c.returned_cents, c.total_cents, c.closed_at, c.change_not_cash_cents,
  c.change_not_cash_sales,
  (SELECT min(sale_id) FROM closing_sales WHERE closing_id = c.id) AS first_sale,
  (SELECT max(sale_id) FROM closing_sales WHERE closing_id = c.id) AS last_sale,
  (SELECT json_build_object('closed_at', closed_at, 'total_cents', total_cents) FROM closings
    WHERE seller_id = c.seller_id AND day = c.day AND version = c.version - 1
      AND box_id IS NULL AND c.box_id IS NULL) AS replaced,
  (SELECT coalesce(json_agg(json_build_object('method', method_name, 'net', net_cents) ORDER BY line), '[]')
    FROM closing_payments WHERE closing_id = c.id) AS payments,
  (SELECT json_build_object('number', id, 'opened_at', opened_at, 'float', float_cents,
      'last_count', ${lastCountBefore('b')}, 'reason', reason, 'approved_by', approved_by_name,
      'movements', (
        SELECT coalesce(json_agg(json_build_object('kind', kind, 'amount', amount_cents,
          'reason', reason, 'created_at', created_at) ORDER BY id), '[]')
        FROM cash_movements WHERE box_id = b.id),
      'counts', (
        SELECT json_agg(json_build_object('method', method_name, 'expected', expected_cents,
          'counted', counted_cents) ORDER BY line)
        FROM box_counts WHERE box_id = b.id))
    FROM cash_boxes b WHERE b.id = c.box_id) AS box`;

export async function findClosing(
  db: Db,
  of: { id: number } | { boxId: number },
): Promise<ClosingRow | undefined> {
  const condition = 'id' in of ? sql`c.id = ${of.id}` : sql`c.box_id = ${of.boxId}`;
  const { rows } = await sql<ClosingRow>`
    SELECT ${listedColumns} FROM closings c WHERE ${condition}`.execute(db);
  return rows[0];
}

/**
 * The newest version of each seller's day of the period and the closing of each box, newest day first, with
 * the changes since.
 */
export async function newestClosings(
  db: Db,
  filter: { from?: BusinessDay; to?: BusinessDay; search?: string },
): Promise<ListedClosingRow[]> {
  const { from, to, search } = filter;
  const conditions = [
    sql`(c.box_id IS NOT NULL OR NOT EXISTS (
      SELECT FROM closings newer
      WHERE newer.seller_id = c.seller_id AND newer.day = c.day AND newer.version > c.version
        AND newer.box_id IS NULL))`,
    ...(from ? [sql`c.day >= ${from}`] : []),
    ...(to ? [sql`c.day <= ${to}`] : []),
    ...(search ? [holdsWords(sql`fold_text(c.seller_name)`, search)] : []),
  ];
  const { rows } = await sql<ListedClosingRow>`
    WITH listed AS MATERIALIZED (
      SELECT * FROM closings c WHERE ${sql.join(conditions, sql` AND `)}),
    sold AS (
      SELECT c.id, count(s.id) AS live, coalesce(sum(s.total_general_cents), 0) AS total_cents
      FROM listed c LEFT JOIN sales s
        ON s.seller_id = c.seller_id AND s.business_day = c.day AND s.deleted_at IS NULL
          AND s.box_id IS NOT DISTINCT FROM c.box_id
      GROUP BY c.id),
    corrected AS (
      SELECT c.id, count(*) AS corrections, sum(r.total_cents) AS returned_cents
      FROM listed c JOIN corrections r ON r.made_by = c.seller_id AND r.business_day = c.day
        AND r.box_id IS NOT DISTINCT FROM c.box_id
      GROUP BY c.id),
    deleted AS (
      SELECT c.id, count(*) AS sales
      FROM listed c JOIN closing_sales k ON k.closing_id = c.id
        JOIN sales s ON s.id = k.sale_id AND s.deleted_at IS NOT NULL
      GROUP BY c.id)
    SELECT ${listedColumns},
      -- The present sales less the counted ones that still exist.
      sold.live - (c.sales_count - coalesce(deleted.sales, 0)) AS sales_added,
      coalesce(deleted.sales, 0) AS sales_deleted,
      coalesce(corrected.corrections, 0) - c.corrections_count AS corrections_added,
      sold.total_cents - coalesce(corrected.returned_cents, 0) AS current_total_cents
    FROM listed c JOIN sold USING (id) LEFT JOIN corrected USING (id) LEFT JOIN deleted USING (id)
    ORDER BY c.day DESC, c.seller_name COLLATE pg_catalog."pt-BR-x-icu", c.seller_id,
      c.box_id NULLS FIRST`.execute(db);
  return rows;
}

export type PixPaymentRow = {
  sale_id: number;
  created_at: Date;
  /** Null: a line of a correction. */
  idempotency_key: string | null;
  line: number;
  amount_cents: Cents;
  net_cents: Cents;
};

/**
 * The payments by one method of the sales that a closing counted, also of those deleted since, and what its
 * corrections put in and took out.
 */
export async function paymentsByMethod(
  db: Db,
  closingId: number,
  method: string,
): Promise<PixPaymentRow[]> {
  const { rows } = await sql<PixPaymentRow>`
    SELECT * FROM (
      SELECT s.id AS sale_id, s.created_at, s.idempotency_key, p.line, p.amount_cents, p.net_cents,
        p.method_name
      FROM closing_sales k JOIN sales s ON s.id = k.sale_id JOIN sale_payments p ON p.sale_id = s.id
      WHERE k.closing_id = ${closingId}
      UNION ALL
      SELECT c.sale_id, c.created_at, NULL, p.line, p.net_cents, p.net_cents, p.method_name
      FROM closing_corrections k JOIN corrections c ON c.id = k.correction_id
        JOIN correction_payments p ON p.correction_id = c.id
      WHERE k.closing_id = ${closingId}) AS lines
    WHERE fold_text(method_name) = fold_text(${method})
    ORDER BY created_at, sale_id, line`.execute(db);
  return rows;
}
