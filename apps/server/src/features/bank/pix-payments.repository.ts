import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { withinDays } from '../../database/listing.ts';
import { every, rowsOf } from '../../database/rows.ts';
import type { BankLineRow } from './statements.repository.ts';

/** Sales of these days or, for a check of one payment, one sale. */
export type SalesOf = { from: BusinessDay; to: BusinessDay } | { sale: number };

export type PixLineRow = {
  sale: number;
  at: Date;
  deleted: boolean;
  /** Of the request that made the sale, or the correction. */
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
 * The Pix lines of sales, and those by which their payments were put right, in the order in which they were named.
 * What is joined to a line of the bank stays a Pix when the settings name another method.
 */
export async function pixLines(
  db: Db,
  of: SalesOf,
  method: string | undefined,
): Promise<PixLineRow[]> {
  const isPix = sql`(${isPixMethod(method)} OR b.id IS NOT NULL)`;
  return rowsOf<PixLineRow>(db)`
    WITH chosen AS MATERIALIZED (${chosenSales(of)})
    SELECT * FROM (
      SELECT chosen.*, NULL::integer AS correction, p.line, p.amount_cents AS amount, p.cents AS net, ${bank}
      FROM chosen JOIN money_lines p ON p.sale_id = sale AND p.kind = 'sale'
        LEFT JOIN bank_lines b ON b.sale_id = sale AND b.correction_id IS NULL AND b.payment_line = p.line
      WHERE ${every('sale' in of && sql`p.sale_id = ${of.sale}`, isPix)}
      UNION ALL
      SELECT chosen.*, e.correction_id, p.line, p.amount_cents, p.cents, ${bank}
      FROM chosen JOIN entries e ON e.sale_id = sale AND e.kind = 'payments'
        LEFT JOIN money_lines p ON p.correction_id = e.correction_id AND p.kind = 'payments' AND p.cents > 0
          AND ${isPixMethod(method)}
        LEFT JOIN bank_lines b ON b.correction_id = e.correction_id AND b.payment_line = p.line) AS lines
    ORDER BY at, sale, correction NULLS FIRST, line`;
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
  return rowsOf<PixLineRow & { line: number }>(db)`
    SELECT e.sale_id AS sale, e.at, false AS deleted, e.idempotency_key, e.client_name AS client,
      e.correction_id AS correction, p.line, -p.cents AS amount, -p.cents AS net, ${bank}
    FROM entries e JOIN money_lines p ON p.correction_id = e.correction_id AND p.kind <> 'sale' AND p.cents < 0
      LEFT JOIN bank_lines b ON b.correction_id = e.correction_id AND b.payment_line = p.line
    WHERE e.kind IN ('refund', 'exchange') AND ${isMeant(of)} AND (${isPixMethod(method)} OR b.id IS NOT NULL)
    ORDER BY at, correction, line`;
}

/** In two parts, since deleted sales are in an index of their own. */
function chosenSales(of: SalesOf) {
  const sales = sql`
    SELECT e.sale_id AS sale, e.at, e.deleted, e.idempotency_key, e.client_name AS client
    FROM entries e WHERE e.kind = 'sale' AND ${isMeant(of)}`;
  return sql`${sales} AND NOT e.deleted UNION ALL ${sales} AND e.deleted`;
}

const isMeant = (of: SalesOf) =>
  'sale' in of ? sql`e.sale_id = ${of.sale}` : every(...withinDays(sql`e.at`, of));
