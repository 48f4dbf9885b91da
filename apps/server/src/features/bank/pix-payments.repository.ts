import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { withinDays } from '../../database/listing.ts';
import type { BankLineRow } from './statements.repository.ts';

/** Sales of these days or, for a check of one payment, one sale. */
export type SalesOf = { from: BusinessDay; to: BusinessDay } | { sale: number };

export type PixLineRow = {
  sale: number;
  at: Date;
  deleted: boolean;
  idempotency_key: string;
  /** The correction of payments that named it; null: the sale did. */
  correction: number | null;
  /** Null: the correction named no Pix. */
  line: number | null;
  amount: Cents;
  net: Cents;
  client: string;
  /** The line of the bank that it is. */
  bank: BankLineRow | null;
};

/**
 * The Pix lines of sales and of the corrections of their payments, in the order in which they were named. What is
 * joined to a line of the bank stays a Pix when the settings name another method.
 */
export async function pixLines(
  db: Db,
  of: SalesOf,
  method: string | undefined,
): Promise<PixLineRow[]> {
  const isPix = sql`(${isPixMethod(method)} OR b.id IS NOT NULL)`;
  const { rows } = await sql<PixLineRow>`
    WITH chosen AS MATERIALIZED (${chosenSales(of)})
    SELECT * FROM (
      SELECT s.id AS sale, s.created_at AS at, s.deleted, s.idempotency_key, s.client, NULL::integer AS correction,
        p.line, p.amount_cents AS amount, p.net_cents AS net, ${bank}
      FROM chosen s JOIN sale_payments p ON p.sale_id = s.id
        LEFT JOIN bank_lines b ON b.sale_id = s.id AND b.correction_id IS NULL AND b.payment_line = p.line
      WHERE ${isPix}
      UNION ALL
      SELECT s.id, s.created_at, s.deleted, s.idempotency_key, s.client, c.id, p.line, p.net_cents, p.net_cents, ${bank}
      FROM corrections c JOIN chosen s ON s.id = c.sale_id
        LEFT JOIN correction_payments p ON p.correction_id = c.id AND p.net_cents > 0
          AND ${isPixMethod(method)}
        LEFT JOIN bank_lines b ON b.correction_id = c.id AND b.payment_line = p.line
      WHERE c.kind = 'payments') AS lines
    ORDER BY at, sale, correction NULLS FIRST, line`.execute(db);
  return rows;
}

const isPixMethod = (method: string | undefined) => sql`(fold_text(p.method_name) ~ '\\mpix\\M'
  OR fold_text(p.method_name) = fold_text(${method ?? null}::text))`;

const bank = sql`CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'day', b.day, 'time', b.time,
  'amount_cents', b.amount_cents, 'memo', b.memo, 'how', b.how, 'not_ours', b.not_ours) END AS bank`;

/** The Pix lines of what was given back, in returns and exchanges of these days or of one sale. */
export async function returnedLines(
  db: Db,
  of: SalesOf,
  method: string | undefined,
): Promise<(PixLineRow & { line: number })[]> {
  const chosen =
    'sale' in of
      ? sql`c.sale_id = ${of.sale}`
      : sql.join(withinDays(sql`c.created_at`, of), sql` AND `);
  const { rows } = await sql<PixLineRow & { line: number }>`
    SELECT s.id AS sale, c.created_at AS at, false AS deleted, s.idempotency_key, s.client_name AS client,
      c.id AS correction, p.line, -p.net_cents AS amount, -p.net_cents AS net, ${bank}
    FROM corrections c JOIN sales s ON s.id = c.sale_id
      JOIN correction_payments p ON p.correction_id = c.id AND p.net_cents < 0
      LEFT JOIN bank_lines b ON b.correction_id = c.id AND b.payment_line = p.line
    WHERE c.kind IN ('refund', 'exchange') AND ${chosen} AND (${isPixMethod(method)} OR b.id IS NOT NULL)
    ORDER BY at, correction, line`.execute(db);
  return rows;
}

/** In two parts, since deleted sales are in an index of their own. */
function chosenSales(of: SalesOf) {
  const columns = sql`id, created_at, idempotency_key, client_name AS client, deleted_at IS NOT NULL AS deleted`;
  if ('sale' in of) return sql`SELECT ${columns} FROM sales WHERE id = ${of.sale}`;
  const inPeriod = sql.join(withinDays(sql`created_at`, of), sql` AND `);
  return sql`
    SELECT ${columns} FROM sales WHERE deleted_at IS NULL AND ${inPeriod}
    UNION ALL SELECT ${columns} FROM sales WHERE deleted_at IS NOT NULL AND ${inPeriod}`;
}
