import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords, rowsAndCount, type Slice } from '../../database/listing.ts';
import type { StoredSale } from './sale-record.ts';
import { lines, type SaleRow, storedSale } from './sales.repository.ts';

/** Everything is optional; days are whole and both included. */
export type SaleFilter = {
  sellerId?: number;
  /** Words of the seller's name as it was at the sale. */
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
    WITH ${UNCOUNTED} ${named(filter)} ${found}
    SELECT counted.count, s.*, ${lines}
    FROM counted LEFT JOIN page AS s ON true
    ORDER BY s.created_at DESC, s.id DESC`.execute(db);
  const page = rowsAndCount(rows);
  return { rows: page.rows.map(storedSale), count: page.count };
}

/**
 * The sales that sales_counts does not hold yet. Between two ids the planner knows that they are few;
 * after one it would expect a third of all and read the whole table. Materialized, since beside a day or a
 * seller it would take the index of those and read all their sales, counted or not.
 */
const UNCOUNTED = sql`
  uncounted AS MATERIALIZED (
    SELECT seller_id, seller_name, business_day FROM sales
    WHERE deleted_at IS NULL
      AND id > (SELECT up_to FROM sales_counted) AND id <= (SELECT max(id) FROM sales)),`;

/**
 * The sellers that are looked for, by the names that they ever had. OFFSET 0 keeps the planner from folding
 * the name of every month: each is folded once.
 */
function named({ search }: SaleFilter): RawBuilder<unknown> {
  if (search === undefined) return sql``;
  return sql`
    named AS MATERIALIZED (
      SELECT seller_id, seller_name FROM (
        SELECT seller_id, seller_name FROM sales_counts
        WHERE grain = 'month' AND seller_id IS NOT NULL
        UNION SELECT seller_id, seller_name FROM uncounted
        OFFSET 0) AS sellers
      WHERE ${holdsWords(sql`fold_text(seller_name)`, search)}),`;
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
 * page is read from the days that it lies on: the last one is found as soon as the first. Where all days
 * are asked for, the months say which days to look at.
 */
function onItsDays(filter: SaleFilter, slice: Slice): RawBuilder<unknown> {
  const { from, to } = filter;
  const sellers = ofSellers(filter);
  const counting =
    from || to
      ? sql`
        days AS MATERIALIZED (${placed('day', sellers, { first: from, last: to })}),
        counted AS (${newestPlace('days')})`
      : sql`
        months AS MATERIALIZED (${placed('month', sellers, {})}),
        counted AS (${newestPlace('months')}),
        its_months AS MATERIALIZED (${around('months', slice)}),
        days AS MATERIALIZED (${placed('day', sellers, {
          first: sql`(SELECT oldest FROM its_months)`,
          last: sql`(SELECT newest + interval '1 month' - interval '1 day' FROM its_months)`,
          newer: sql`(SELECT newer FROM its_months)`,
        })})`;
  return sql`
    ${counting},
    its_days AS MATERIALIZED (${around('days', slice)}),
    page AS (
      SELECT * FROM sales
      WHERE ${all([sql`deleted_at IS NULL`, ...sellers])}
        AND created_at >= ${startOf(sql`(SELECT oldest FROM its_days)`)}
        AND created_at < ${startOf(sql`(SELECT newest + 1 FROM its_days)`)}
      ORDER BY created_at DESC, id DESC
      LIMIT ${slice.limit} OFFSET ${slice.offset}::bigint - coalesce((SELECT newer FROM its_days), 0))`;
}

type Within = {
  first?: RawBuilder<unknown> | string | undefined;
  last?: RawBuilder<unknown> | string | undefined;
  /** How many are newer than the last. */
  newer?: RawBuilder<unknown>;
};

/** Each day or month with how many it has, and how many there are down to its end from the newest. */
function placed(
  grain: 'day' | 'month',
  sellers: RawBuilder<SqlBool>[],
  { first, last, newer = sql`0` }: Within,
): RawBuilder<unknown> {
  const within = (day: RawBuilder<unknown>) => between(day, first, last);
  const ofWhom = sellers.length === 0 ? [sql`seller_id IS NULL`] : sellers;
  return sql`
    SELECT first_day, sum(live)::integer AS live,
      sum(sum(live)::integer) OVER (ORDER BY first_day DESC) + ${newer}::bigint AS up_to
    FROM (
      SELECT first_day, live FROM sales_counts
      WHERE ${all([sql`grain = ${grain}`, ...ofWhom, ...within(sql`first_day`)])}
      UNION ALL
      SELECT date_trunc(${grain}, business_day::timestamp)::date, 1 FROM uncounted
      WHERE ${all([sql`true`, ...sellers, ...within(sql`business_day`)])}) AS parts
    GROUP BY first_day`;
}

/** Both days included; what is left out does not bound it. */
function between(day: RawBuilder<unknown>, first: Within['first'], last: Within['last']) {
  return [
    ...(first ? [sql<SqlBool>`${day} >= ${first}::date`] : []),
    ...(last ? [sql<SqlBool>`${day} <= ${last}::date`] : []),
  ];
}

function newestPlace(of: string): RawBuilder<unknown> {
  return sql`SELECT coalesce(max(up_to), 0) AS count FROM ${sql.table(of)}`;
}

/** From when to when a page lies, and how many are newer than all that. */
function around(of: string, { limit, offset }: Slice): RawBuilder<unknown> {
  return sql`
    SELECT min(first_day) AS oldest, max(first_day) AS newest, min(up_to - live) AS newer
    FROM ${sql.table(of)}
    WHERE up_to > ${offset}::bigint AND up_to - live < ${offset + limit}::bigint`;
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
  const sellers = ofSellers(filter);
  const instants = [
    ...(from ? [sql<SqlBool>`created_at >= ${startOf(sql`${from}::date`)}`] : []),
    ...(to ? [sql<SqlBool>`created_at < ${startOf(sql`(${to}::date + 1)`)}`] : []),
  ];
  const [first, ...others] = productIds;
  // Of one product alone the index has the sales in order, and each is counted once without sorting.
  const product =
    others.length === 0 ? sql`product_id = ${first}` : sql`product_id = ANY (${productIds})`;
  const held = sql<SqlBool>`EXISTS (SELECT FROM sale_items WHERE sale_id = s.id AND ${product})`;
  const found = all([sql`deleted_at IS NULL`, held, ...sellers, ...instants]);
  // The same sales either way; each index has the one or the other beside what else is asked for.
  const period = sellers.length > 0 ? between(sql`business_day`, from, to) : instants;
  const counted = [...sellers, ...period];
  const count =
    counted.length > 0
      ? sql`SELECT count(*) AS count FROM sales s WHERE ${all([sql`deleted_at IS NULL`, held, ...counted])}`
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
