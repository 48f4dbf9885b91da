import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { anywhere, rowsAndCount, type Slice } from '../../database/listing.ts';
import type { StoredSale } from './sale-record.ts';
import { lines, type SaleRow, storedSale } from './sales.repository.ts';

/** Everything is optional; days are whole and both included. */
export type SaleFilter = {
  sellerId?: number;
  /** Anywhere in the seller's name as it was at the sale. */
  search?: string;
  /** Sales that hold any of them. */
  productIds?: number[];
  from?: BusinessDay;
  to?: BusinessDay;
};

/**
 * One page of the sales that are not deleted, newest first, and how many there are in all: one statement,
 * so that both are of one moment.
 */
export async function salesPage(
  db: Db,
  filter: SaleFilter,
  slice: Slice,
): Promise<{ rows: StoredSale[]; count: number }> {
  const { productIds } = filter;
  const found = productIds ? holding(productIds, filter, slice) : onItsDays(filter, slice);
  const { rows } = await sql<SaleRow & { count: number }>`
    WITH ${named(filter)} ${found}
    SELECT counted.count, s.*, ${lines}
    FROM counted LEFT JOIN page AS s ON true
    ORDER BY s.created_at DESC, s.id DESC`.execute(db);
  const page = rowsAndCount(rows);
  return { rows: page.rows.map(storedSale), count: page.count };
}

/**
 * The sales that sales_counts does not hold yet. Between two ids the planner knows that they are few;
 * after one it would expect a third of all and read the whole table.
 */
const NOT_COUNTED_YET = sql`
  id > (SELECT up_to FROM sales_counted) AND id <= (SELECT max(id) FROM sales)`;

/** The sellers that are looked for, by the names that they ever had: folded once each, not sale by sale. */
function named({ search }: SaleFilter): RawBuilder<unknown> {
  if (search === undefined) return sql``;
  return sql`
    named AS MATERIALIZED (
      SELECT seller_id, seller_name FROM (
        SELECT seller_id, seller_name FROM sales_counts WHERE business_day IS NULL
        UNION SELECT seller_id, seller_name FROM sales WHERE ${NOT_COUNTED_YET}) AS sellers
      WHERE fold_text(seller_name) LIKE ${anywhere(search)}),`;
}

/** As arrays, which an index can look up, in sales and in sales_counts alike. */
function ofSellers({ sellerId, search }: SaleFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (sellerId !== undefined) conditions.push(sql`seller_id = ${sellerId}`);
  if (search !== undefined) {
    conditions.push(
      sql`seller_id = ANY (ARRAY(SELECT seller_id FROM named))`,
      sql`seller_name = ANY (ARRAY(SELECT seller_name FROM named))`,
    );
  }
  return conditions;
}

/**
 * How many there are on each day comes from sales_counts and from the few sales made since. With it the
 * page is read from the days that it lies on: the last one is found as soon as the first.
 */
function onItsDays(filter: SaleFilter, { limit, offset }: Slice): RawBuilder<unknown> {
  const { from, to } = filter;
  const sellers = ofSellers(filter);
  const days = [
    ...(from ? [sql<SqlBool>`business_day >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`business_day <= ${to}::date`] : []),
  ];
  const ofWhom = sellers.length === 0 ? [sql<SqlBool>`seller_id IS NULL`] : sellers;
  return sql`
    by_day AS (
      SELECT business_day AS day, sum(live)::integer AS live FROM (
        SELECT business_day, live FROM sales_counts
        WHERE ${all([...ofWhom, sql`business_day IS NOT NULL`, ...days])}
        UNION ALL
        SELECT business_day, 1 FROM sales
        WHERE deleted_at IS NULL AND ${all([NOT_COUNTED_YET, ...sellers, ...days])}) AS parts
      GROUP BY business_day),
    placed AS MATERIALIZED (
      SELECT day, live, sum(live) OVER (ORDER BY day DESC) AS up_to FROM by_day),
    counted AS (SELECT coalesce(max(up_to), 0) AS count FROM placed),
    around AS MATERIALIZED (
      SELECT min(day) AS oldest, max(day) AS newest, min(up_to - live) AS newer FROM placed
      WHERE up_to > ${offset}::bigint AND up_to - live < ${offset + limit}::bigint),
    page AS (
      SELECT * FROM sales
      WHERE ${all([sql`deleted_at IS NULL`, ...sellers])}
        AND created_at >= ${startOf(sql`(SELECT oldest FROM around)`)}
        AND created_at < ${startOf(sql`(SELECT newest + 1 FROM around)`)}
      ORDER BY created_at DESC, id DESC
      LIMIT ${limit} OFFSET ${offset}::bigint - coalesce((SELECT newer FROM around), 0))`;
}

/**
 * Nothing is counted in advance here. Where only products are asked for, their index alone counts; in the
 * second half of the pages the sales are read from the oldest on.
 */
function holding(
  productIds: number[],
  filter: SaleFilter,
  { limit, offset }: Slice,
): RawBuilder<unknown> {
  const { from, to } = filter;
  const more = [
    ...ofSellers(filter),
    ...(from ? [sql<SqlBool>`created_at >= ${startOf(sql`${from}::date`)}`] : []),
    ...(to ? [sql<SqlBool>`created_at < ${startOf(sql`(${to}::date + 1)`)}`] : []),
  ];
  const [first, ...others] = productIds;
  // Of one product alone the index has the sales in order, and each is counted once without sorting.
  const product =
    others.length === 0 ? sql`product_id = ${first}` : sql`product_id = ANY (${productIds})`;
  const held = sql<SqlBool>`EXISTS (SELECT FROM sale_items WHERE sale_id = s.id AND ${product})`;
  const found = all([sql`deleted_at IS NULL`, held, ...more]);
  const count =
    more.length > 0
      ? sql`SELECT count(*) AS count FROM sales s WHERE ${found}`
      : sql`
        SELECT count(DISTINCT sale_id) AS count FROM sale_items
        WHERE ${product} AND sale_id NOT IN (SELECT id FROM sales WHERE deleted_at IS NOT NULL)`;
  const last = sql`(SELECT count FROM counted) - ${offset}::bigint`;
  return sql`
    counted AS MATERIALIZED (${count}),
    forwards AS (
      SELECT * FROM sales s WHERE ${found} AND ${offset}::bigint <= (SELECT count / 2 FROM counted)
      ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}),
    backwards AS (
      SELECT * FROM sales s WHERE ${found} AND ${offset}::bigint > (SELECT count / 2 FROM counted)
      ORDER BY created_at, id
      LIMIT greatest(0, least(${limit}::bigint, ${last}))
      OFFSET greatest(0, ${last} - ${limit}::bigint)),
    page AS (SELECT * FROM forwards UNION ALL SELECT * FROM backwards)`;
}

/** A day as an instant of created_at, so that one index serves the order and the period. */
function startOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${day}::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`;
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
