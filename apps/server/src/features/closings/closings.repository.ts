import type { BusinessDay } from '@balcao/domain/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords } from '../../database/listing.ts';

export type ClosingRow = {
  id: number;
  seller_id: number;
  seller_name: string;
  day: BusinessDay;
  version: number;
  sales_count: number;
  total_cents: Cents;
  closed_at: Date;
  payments: { method: string; net: Cents }[];
  /** The lowest and the highest id. */
  first_sale: number;
  last_sale: number;
  /** The previous version. JSON has its time as text. */
  replaced: { closed_at: string; total_cents: Cents } | null;
};

export type ListedClosingRow = ClosingRow & {
  sales_added: number;
  sales_deleted: number;
  current_total_cents: Cents;
};

/** The second of two concurrent closings of a box waits, and then sees the first. */
export async function lockBox(tx: Tx, sellerId: number, day: BusinessDay): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sellerId}, ${day}::date - '2000-01-01'::date)`.execute(
    tx,
  );
}

/** Deleted users included: their last box may not be closed yet. */
export function findSeller(tx: Tx, id: number): Promise<{ id: number; name: string } | undefined> {
  return tx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/**
 * Writes the next version of a box's closing: its sales, their total and the net sums per method. It is one
 * statement, so that all are of the same moment. `made` is false when the newest version already has the same
 * sales. Undefined when there are no sales to close.
 */
export async function insertClosing(
  tx: Tx,
  closing: {
    seller: { id: number; name: string };
    day: BusinessDay;
    closedBy: number;
    /** Default: now. */
    closedAt?: Date;
  },
): Promise<{ id: number; made: boolean } | undefined> {
  const { seller, day, closedBy, closedAt } = closing;
  const { rows } = await sql<{ id: number; made: boolean }>`
    WITH counted AS (
      SELECT id, total_general_cents FROM sales
      WHERE seller_id = ${seller.id} AND business_day = ${day} AND deleted_at IS NULL
        AND created_at <= ${closedAt ?? 'infinity'}
    ), newest AS (
      SELECT id, version, sales_count FROM closings
      WHERE seller_id = ${seller.id} AND day = ${day} ORDER BY version DESC LIMIT 1
    ), unchanged AS (
      SELECT id FROM newest
      WHERE sales_count = (SELECT count(*) FROM counted) AND NOT EXISTS (
        SELECT sale_id FROM closing_sales WHERE closing_id = newest.id
        EXCEPT SELECT id FROM counted)
    ), closing AS (
      INSERT INTO closings (
        seller_id, day, version, seller_name, sales_count, total_cents, closed_at, closed_by)
      SELECT ${seller.id}, ${day}::date,
        coalesce((SELECT version FROM newest), 0) + 1,
        ${seller.name}, count(*), sum(total_general_cents), coalesce(${closedAt ?? null}, now()),
        ${closedBy}::integer
      FROM counted WHERE NOT EXISTS (SELECT FROM unchanged) HAVING count(*) > 0
      RETURNING id
    ), kept AS (
      INSERT INTO closing_sales (closing_id, sale_id) SELECT closing.id, counted.id FROM closing, counted
    ), payments AS (
      INSERT INTO closing_payments (closing_id, line, method_name, net_cents)
      SELECT closing.id, row_number() OVER (ORDER BY method_name COLLATE pg_catalog."pt-BR-x-icu"),
        method_name, net
      FROM closing, (
        SELECT method_name, sum(net_cents) AS net
        FROM sale_payments WHERE sale_id IN (SELECT id FROM counted)
        GROUP BY method_name HAVING sum(net_cents) > 0) AS sums
    )
    SELECT id, true AS made FROM closing UNION ALL SELECT id, false FROM unchanged
  `.execute(tx);
  return rows[0];
}

const payments = sql`(
  SELECT coalesce(json_agg(json_build_object('method', method_name, 'net', net_cents) ORDER BY line), '[]')
  FROM closing_payments WHERE closing_id = c.id) AS payments`;

const listedColumns = sql`c.id, c.seller_id, c.seller_name, c.day, c.version, c.sales_count,
  c.total_cents, c.closed_at,
  (SELECT min(sale_id) FROM closing_sales WHERE closing_id = c.id) AS first_sale,
  (SELECT max(sale_id) FROM closing_sales WHERE closing_id = c.id) AS last_sale,
  (SELECT json_build_object('closed_at', closed_at, 'total_cents', total_cents) FROM closings
    WHERE seller_id = c.seller_id AND day = c.day AND version = c.version - 1) AS replaced`;

export async function readClosing(tx: Tx, id: number): Promise<ClosingRow> {
  const { rows } = await sql<ClosingRow>`
    SELECT ${listedColumns}, ${payments} FROM closings c WHERE c.id = ${id}`.execute(tx);
  if (!rows[0]) throw new Error(`There is no closing ${id}`);
  return rows[0];
}

/** The newest version of each box of the period, newest day first, with the changes since. */
export async function newestClosings(
  db: Db,
  filter: { from?: BusinessDay; to?: BusinessDay; search?: string },
): Promise<ListedClosingRow[]> {
  const { from, to, search } = filter;
  const conditions = [
    sql`NOT EXISTS (
      SELECT FROM closings newer
      WHERE newer.seller_id = c.seller_id AND newer.day = c.day AND newer.version > c.version)`,
    ...(from ? [sql`c.day >= ${from}`] : []),
    ...(to ? [sql`c.day <= ${to}`] : []),
    ...(search ? [holdsWords(sql`fold_text(c.seller_name)`, search)] : []),
  ];
  const { rows } = await sql<ListedClosingRow>`
    WITH listed AS MATERIALIZED (
      SELECT * FROM closings c WHERE ${sql.join(conditions, sql` AND `)}),
    now AS (
      SELECT c.id, count(s.id) AS live, coalesce(sum(s.total_general_cents), 0) AS total_cents
      FROM listed c LEFT JOIN sales s
        ON s.seller_id = c.seller_id AND s.business_day = c.day AND s.deleted_at IS NULL
      GROUP BY c.id),
    deleted AS (
      SELECT c.id, count(*) AS sales
      FROM listed c JOIN closing_sales k ON k.closing_id = c.id
        JOIN sales s ON s.id = k.sale_id AND s.deleted_at IS NOT NULL
      GROUP BY c.id)
    SELECT ${listedColumns}, ${payments},
      -- The present sales less the counted ones that still exist.
      now.live - (c.sales_count - coalesce(deleted.sales, 0)) AS sales_added,
      coalesce(deleted.sales, 0) AS sales_deleted, now.total_cents AS current_total_cents
    FROM listed c JOIN now USING (id) LEFT JOIN deleted USING (id)
    ORDER BY c.day DESC, c.seller_name COLLATE pg_catalog."pt-BR-x-icu", c.seller_id`.execute(db);
  return rows;
}

export async function findClosing(db: Db, id: number): Promise<{ seller_id: number } | undefined> {
  return db.selectFrom('closings').select('seller_id').where('id', '=', id).executeTakeFirst();
}

export type PixPaymentRow = {
  sale_id: number;
  created_at: Date;
  idempotency_key: string;
  line: number;
  amount_cents: Cents;
  net_cents: Cents;
};

/** The payments by one method of the sales that a closing counted, also of those deleted since. */
export async function paymentsByMethod(
  db: Db,
  closingId: number,
  method: string,
): Promise<PixPaymentRow[]> {
  const { rows } = await sql<PixPaymentRow>`
    SELECT s.id AS sale_id, s.created_at, s.idempotency_key, p.line, p.amount_cents,
      p.net_cents
    FROM closing_sales k JOIN sales s ON s.id = k.sale_id JOIN sale_payments p ON p.sale_id = s.id
    WHERE k.closing_id = ${closingId} AND fold_text(p.method_name) = fold_text(${method})
    ORDER BY s.created_at, s.id, p.line`.execute(db);
  return rows;
}
