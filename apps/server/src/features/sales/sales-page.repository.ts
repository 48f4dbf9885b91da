import type { SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { inClosedMonth } from '../../database/in-closed-month.ts';
import { rowsAndCount, type Slice } from '../../database/listing.ts';
import {
  isMeant,
  isSummed,
  type SaleFilter,
  summedOf,
  withPeople,
} from './sale-filter.repository.ts';
import type { StoredSale } from './sale-record.ts';
import { loadSales, STORED_SALE } from './sales.repository.ts';

type ListedSale = StoredSale & {
  closed: boolean;
  monthClosed: boolean;
  deletedAt: Date | null;
  deletedBy: string | null;
};

/**
 * One page of the sales of a filter, and the number of all of them. It is one statement, so that
 * both are of the same moment. The page is read from the nearer end of the list.
 */
export async function salesPage(
  db: Db,
  filter: SaleFilter,
  { limit, offset }: Slice,
): Promise<{ rows: ListedSale[]; count: number }> {
  const { order = '-date' } = filter;
  const isSearched = !isSummed(filter);
  const count = sql`(SELECT count FROM counted)`;
  const left = sql`${count} - ${offset}::bigint`;
  const { rows } = await sql<ListedSale & { count: number }>`
    ${withPeople(filter)} meant AS ${sql.raw(isSearched ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (
      SELECT id, created_at, seller_name, client_name, total_general_cents
      FROM sales s WHERE ${isMeant(filter)}),
    counted AS MATERIALIZED (${isSearched ? sql`SELECT count(*) AS count FROM meant` : summedOf(filter)}),
    forwards AS (
      SELECT id FROM meant WHERE ${offset}::bigint < ${count} AND ${offset}::bigint <= ${count} / 2
      ORDER BY ${orderBy(order)} LIMIT ${limit} OFFSET ${offset}),
    backwards AS (
      SELECT id FROM meant WHERE ${offset}::bigint < ${count} AND ${offset}::bigint > ${count} / 2
      ORDER BY ${orderBy(order, { backwards: true })}
      LIMIT greatest(0, least(${limit}::bigint, ${left})) OFFSET greatest(0, ${left} - ${limit}::bigint)),
    page AS (
      SELECT * FROM sales
      WHERE id = ANY (ARRAY(SELECT id FROM forwards UNION ALL SELECT id FROM backwards)))
    SELECT counted.count, ${sql.raw(STORED_SALE)}, ${isClosed} AS closed,
      ${isMonthClosed} AS "monthClosed",
      s.deleted_at AS "deletedAt", (SELECT name FROM users WHERE id = s.deleted_by) AS "deletedBy"
    FROM counted LEFT JOIN page AS s ON true
    ORDER BY ${orderBy(order, { of: 's.' })}`.execute(db);
  return rowsAndCount(rows);
}

/** How many sales a filter has, or items of theirs. */
export async function countSales(
  db: Db,
  filter: SaleFilter,
  of: 'sales' | 'items',
): Promise<number> {
  const items = of === 'items' ? sql`JOIN sale_items ON sale_id = s.id` : sql``;
  const { rows } = await sql<{ count: number }>`
    ${withPeople(filter)} counted AS (
      SELECT count(*) AS count FROM sales s ${items} WHERE ${isMeant(filter)})
    SELECT count FROM counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A sale may have 300 items. */
const SALES_AT_ONCE = 200;

/** All sales of a filter, oldest first, read while they are used. `db` has to be a transaction, with one use at a time. */
export async function* eachSale(db: Db, filter: SaleFilter): AsyncGenerator<StoredSale> {
  await sql`DECLARE each_sale NO SCROLL CURSOR FOR ${selectIds(filter)}`.execute(db);
  while (true) {
    const { rows } = await sql<{ id: number }>`
      FETCH ${sql.lit(SALES_AT_ONCE)} FROM each_sale`.execute(db);
    if (rows.length === 0) break;
    yield* await loadSales(
      db,
      rows.map(({ id }) => id),
    );
  }
  await sql`CLOSE each_sale`.execute(db);
}

/** The ids of all sales of a filter. */
export async function saleIds(db: Db, filter: SaleFilter): Promise<number[]> {
  const { rows } = await selectIds(filter).execute(db);
  return rows.map(({ id }) => id);
}

const selectIds = (filter: SaleFilter) => sql<{ id: number }>`
  ${withPeople(filter)} meant AS (SELECT id, created_at FROM sales s WHERE ${isMeant(filter)})
  SELECT id FROM meant ORDER BY created_at, id`;

export type SaleSums = { count: number; total: Cents; returned: Cents };

/** What all sales of a filter add up to, and what came back of them, at one moment. */
export async function sumSales(db: Db, filter: SaleFilter): Promise<SaleSums> {
  const meant = sql`SELECT s.id, s.total_general_cents FROM sales s WHERE ${isMeant(filter)}`;
  // Few sales have a correction, so that they are looked at one by one where the sums tell the rest.
  const { rows } = isSummed(filter)
    ? await sql<SaleSums>`
        SELECT count, total, (
          SELECT coalesce(sum(c.total_cents), 0)::bigint FROM corrections c JOIN sales s ON s.id = c.sale_id
          WHERE c.total_cents > 0 AND ${isMeant(filter)}) AS returned
        FROM (${summedOf(filter)}) AS summed`.execute(db)
    : await sql<SaleSums>`
        ${withPeople(filter)} meant AS MATERIALIZED (${meant})
        SELECT count(*) AS count, coalesce(sum(total_general_cents), 0)::bigint AS total, (
          SELECT coalesce(sum(total_cents), 0)::bigint FROM corrections
          WHERE sale_id IN (SELECT id FROM meant)) AS returned
        FROM meant`.execute(db);
  return rows[0] as SaleSums;
}

/** The keys of each order. */
const PORTUGUESE = 'COLLATE pg_catalog."pt-BR-x-icu"';
const KEYS: Record<string, readonly (readonly [column: string, descending?: 'DESC'])[]> = {
  date: [['created_at'], ['id']],
  seller: [[`seller_name ${PORTUGUESE}`], ['created_at', 'DESC'], ['id', 'DESC']],
  client: [[`client_name ${PORTUGUESE}`], ['id', 'DESC']],
  total: [['total_general_cents'], ['id']],
};

/** The ORDER BY of an order; `backwards` is from its end. */
function orderBy(order: SaleOrder, { backwards = false, of = '' } = {}): RawBuilder<unknown> {
  const turned = order.startsWith('-') !== backwards;
  const keys = KEYS[order.replace('-', '')] ?? [];
  return sql.raw(
    keys
      .map(([column, descending]) => `${of}${column}${turned === !descending ? ' DESC' : ''}`)
      .join(', '),
  );
}

const isMonthClosed = sql.raw(inClosedMonth('s.business_day'));
/** Whether the day, or the counted box, of a sale has a closing, or its month is closed. */
const isClosed = sql`(${isMonthClosed}
    OR EXISTS (SELECT FROM closings WHERE box_id = s.box_id)
    OR s.box_id IS NULL AND EXISTS (
      SELECT FROM closings
      WHERE seller_id = s.seller_id AND day = s.business_day AND box_id IS NULL))`;
