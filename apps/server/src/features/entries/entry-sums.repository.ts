import type { EntryKind } from '@balcao/domain/entry-sums.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { anyOf, branchesOf, type EntryFilter, sumOfMethod } from './entry-branches.repository.ts';

export type KindSums = { kind: EntryKind; count: number; amount: Cents };

/** How many entries there are of each kind, with their sum. */
export async function sumsByKind(db: Db, filter: EntryFilter): Promise<KindSums[]> {
  const { days, ofMethod, read } = partsOf(filter);
  const summed = days
    ? sql`SELECT 'sale' AS kind, sum(sales)::bigint AS count, sum(sold_cents)::bigint AS amount
        FROM ${salesByDay('seller')} WHERE ${days} HAVING sum(sales) > 0`
    : ofMethod && sumOfMethod(filter, ofMethod);
  const counted = sql`SELECT kind, count(*) AS count, sum(amount)::bigint AS amount
    FROM (${anyOf(branchesOf(read))}) AS found GROUP BY kind`;
  const { rows } = await sql<KindSums>`${anyOf([
    ...(summed ? [summed] : []),
    ...(read.kinds.length > 0 ? [counted] : []),
  ])}`.execute(db);
  return rows;
}

/** What the methods of whole entries add up to, by kind. */
export async function sumsByMethod(
  db: Db,
  filter: EntryFilter,
): Promise<(PaymentLine & { kind: EntryKind })[]> {
  const { days, read } = partsOf(filter);
  const summed = sql`SELECT 'sale' AS kind, name AS method, sum(sold_cents)::bigint AS amount
    FROM ${salesByDay('method')} WHERE ${days} GROUP BY name HAVING sum(sales) > 0`;
  const added = sql`(WITH found AS (${anyOf(branchesOf(read))})
    SELECT kind, method_name AS method, sum(net_cents)::bigint AS amount
    FROM found JOIN sale_payments p ON p.sale_id = found.sale
    WHERE correction IS NULL GROUP BY 1, 2
    UNION ALL
    SELECT kind, method_name, sum(net_cents)::bigint
    FROM found JOIN correction_payments p ON p.correction_id = found.correction GROUP BY 1, 2)`;
  const { rows } = await sql<PaymentLine & { kind: EntryKind }>`${anyOf([
    ...(days ? [summed] : []),
    ...(read.kinds.length > 0 ? [added] : []),
  ])}`.execute(db);
  return rows;
}

/**
 * Sales of everybody and everything are in the sums of their `days`, where ten years take milliseconds; those of a
 * method have a short way too. `read`: the entries that are read one by one.
 */
function partsOf(filter: EntryFilter) {
  const { from, to, kinds, method, ...narrower } = filter;
  const others = { ...filter, kinds: kinds.filter((kind) => kind !== 'sale') };
  if (!kinds.includes('sale')) return { read: filter };
  if (method) return { ofMethod: method, read: others };
  if (Object.values(narrower).some((part) => part !== undefined)) return { read: filter };
  const days = [
    sql`true`,
    ...(from ? [sql`day >= ${from}`] : []),
    ...(to ? [sql`day <= ${to}`] : []),
  ];
  return { days: sql.join(days, sql` AND `), read: others };
}

/**
 * What sales brought on each day: the stored sums, and the few sales that are not in them yet. Of a method, `sales`
 * are lines of payment.
 */
const salesByDay = (part: 'seller' | 'method') => sql`(
  WITH progress AS MATERIALIZED (
    SELECT last_sale_id, (SELECT coalesce(max(id), 0) FROM sales) AS newest_sale FROM sums_progress)
  SELECT day, name, sales, sold_cents FROM day_sums WHERE part = ${part}
  UNION ALL
  SELECT day, name, sales, sold_cents
  FROM progress, parts_of_sales(last_sale_id, newest_sale, false) WHERE part = ${part}) AS days`;
