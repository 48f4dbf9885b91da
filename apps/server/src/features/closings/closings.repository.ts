import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { lastCountBefore } from '../../database/cash.ts';
import { isOfClosing } from '../../database/closed.ts';
import type { Db } from '../../database/connection.ts';
import { holdsWords, onDays } from '../../database/listing.ts';
import { every, rowOf, rowsOf } from '../../database/rows.ts';
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
  (SELECT json_build_object('count', count(*), 'total_cents', sum(total_cents))
    FROM closing_sales JOIN kept_sales USING (sale_id)
    WHERE closing_id = c.id AND (made_at AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)})::date < c.day
    HAVING count(*) > 0) AS kept,
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
  return rowOf<ClosingRow>(db)`
    SELECT ${listedColumns} FROM closings c WHERE ${condition}`;
}

/**
 * The newest version of each seller's day of the period and the closing of each box, newest day first, with
 * the changes since.
 */
export async function newestClosings(
  db: Db,
  filter: { from?: BusinessDay; to?: BusinessDay; search?: string },
): Promise<ListedClosingRow[]> {
  const { search } = filter;
  const isListed = every(
    sql`(c.box_id IS NOT NULL OR NOT EXISTS (
      SELECT FROM closings newer
      WHERE newer.seller_id = c.seller_id AND newer.day = c.day AND newer.version > c.version
        AND newer.box_id IS NULL))`,
    ...onDays(sql`c.day`, filter),
    search && holdsWords(sql`fold_text(c.seller_name)`, search),
  );
  return rowsOf<ListedClosingRow>(db)`
    WITH listed AS MATERIALIZED (
      SELECT * FROM closings c WHERE ${isListed}),
    gone AS MATERIALIZED (
      SELECT sale_id FROM entries WHERE kind = 'sale' AND deleted),
    deleted AS (
      SELECT id, count(*) AS sales
      FROM listed JOIN closing_sales ON closing_id = id JOIN gone USING (sale_id)
      GROUP BY id)
    SELECT ${listedColumns},
      -- The present sales less the counted ones that still exist.
      present.sales - (c.sales_count - coalesce(deleted.sales, 0)) AS sales_added,
      coalesce(deleted.sales, 0) AS sales_deleted,
      present.others - c.corrections_count AS corrections_added,
      present.cents AS current_total_cents
    FROM listed c LEFT JOIN deleted USING (id) CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE kind = 'sale') AS sales, count(*) FILTER (WHERE kind <> 'sale') AS others,
        coalesce(sum(cents), 0)::bigint AS cents
      FROM entries WHERE seller_id = c.seller_id AND day = c.day AND box_id IS NOT DISTINCT FROM c.box_id
        AND NOT deleted) AS present
    ORDER BY c.day DESC, c.seller_name COLLATE pg_catalog."pt-BR-x-icu", c.seller_id,
      c.box_id NULLS FIRST`;
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
  return rowsOf<PixPaymentRow>(db)`
    SELECT m.sale_id, m.at AS created_at, sold.idempotency_key, line, amount_cents, m.cents AS net_cents
    FROM (SELECT * FROM money_lines WHERE ${isOfClosing(closingId)}) AS m
      LEFT JOIN entries sold ON m.correction_id IS NULL AND sold.sale_id = m.sale_id AND sold.kind = 'sale'
    WHERE fold_text(method_name) = fold_text(${method})
    ORDER BY m.at, m.sale_id, line`;
}
