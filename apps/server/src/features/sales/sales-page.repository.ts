import type { SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { inClosedMonth } from '../../database/closed.ts';
import type { Db } from '../../database/connection.ts';
import { readPage, type Slice } from '../../database/listing.ts';
import { oneOf } from '../../database/rows.ts';
import { isMeant, isSearched, peopleOf, type SaleFilter } from './sale-filter.repository.ts';
import type { StoredSale } from './sale-record.ts';
import { loadSales, STORED_SALE } from './sales.repository.ts';

type ListedSale = StoredSale & {
  closed: boolean;
  monthClosed: boolean;
  deletedAt: Date | null;
  deletedBy: string | null;
};

/** One page of the sales of a filter, and how many there are. */
export async function salesPage(
  db: Db,
  filter: SaleFilter,
  slice: Slice,
): Promise<{ rows: ListedSale[]; count: number }> {
  return readPage<ListedSale>(
    db,
    {
      before: peopleOf(filter),
      found: salesOf(filter),
      slow: isSearched(filter),
      order: orderBy(filter.order ?? '-date'),
      row: (id) => sql`SELECT ${sql.raw(STORED_SALE)}, ${isClosed} AS closed,
        ${isMonthClosed} AS "monthClosed", s.deleted_at AS "deletedAt",
        (SELECT name FROM users WHERE id = s.deleted_by) AS "deletedBy"
        FROM sales s WHERE s.id = ${id}`,
    },
    slice,
  );
}

const salesOf = (filter: SaleFilter) => sql`
  SELECT id, created_at, seller_name, client_name, total_general_cents FROM sales s WHERE ${isMeant(filter)}`;

/** `meant`: the sales of a filter. */
const withMeant = (filter: SaleFilter) => sql`
  WITH ${peopleOf(filter)} meant AS ${sql.raw(isSearched(filter) ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (
    ${salesOf(filter)})`;

/** How many sales a filter has, or items of theirs. */
export async function countSales(
  db: Db,
  filter: SaleFilter,
  of: 'sales' | 'items',
): Promise<number> {
  const items = of === 'items' ? sql`JOIN sale_items ON sale_id = s.id` : sql``;
  const { count } = await oneOf<{ count: number }>(db)`
    WITH ${peopleOf(filter)} counted AS (
      SELECT count(*) AS count FROM sales s ${items} WHERE ${isMeant(filter)})
    SELECT count FROM counted`;
  return count;
}

/** A sale may have 300 items. */
const SALES_AT_ONCE = 200;

/**
 * All sales of a filter, oldest first, read while they are used. `db` has to be a transaction, with one use at a time.
 */
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
  ${withMeant(filter)} SELECT id FROM meant ORDER BY created_at, id`;

export type SaleSums = { count: number; total: Cents; returned: Cents };

/** The sum of all sales of a filter, and of what came back, at one moment. */
export async function sumSales(db: Db, filter: SaleFilter): Promise<SaleSums> {
  return oneOf<SaleSums>(db)`
    ${withMeant(filter)}
    SELECT count(*) AS count, coalesce(sum(total_general_cents), 0)::bigint AS total, (
      SELECT -coalesce(sum(cents), 0)::bigint FROM entries
      WHERE kind <> 'sale' AND sale_id IN (SELECT id FROM meant)) AS returned
    FROM meant`;
}

/** The keys of each order. */
const PORTUGUESE = 'COLLATE pg_catalog."pt-BR-x-icu"';
const KEYS: Record<string, readonly (readonly [column: string, descending?: 'DESC'])[]> = {
  date: [['created_at'], ['id']],
  seller: [[`seller_name ${PORTUGUESE}`], ['created_at', 'DESC'], ['id', 'DESC']],
  client: [[`client_name ${PORTUGUESE}`], ['id', 'DESC']],
  total: [['total_general_cents'], ['id']],
};

/** The ORDER BY of an order. */
function orderBy(order: SaleOrder): RawBuilder<unknown> {
  const isTurned = order.startsWith('-');
  const keys = KEYS[order.replace('-', '')] ?? [];
  return sql.raw(
    keys
      .map(([column, descending]) => `${column}${isTurned === !descending ? ' DESC' : ''}`)
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
