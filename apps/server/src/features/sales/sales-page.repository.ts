import type { BusinessDay } from '@balcao/domain/business-day.ts';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { likePatterns, rowsAndCount, type Slice } from '../../database/listing.ts';
import type { StoredSale } from './sale-record.ts';
import { STORED_SALE } from './sales.repository.ts';

/** Everything is optional; both days are included. */
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
 * One page of the sales that are not deleted, newest first, and the number of all of them. It is one
 * statement, so that both are of the same moment.
 *
 * The parameters of the statements below are $1 seller id, $2 patterns of the seller's name, $3 first day,
 * $4 last day, $5 limit, $6 offset, $7 product ids (a single id for OF_ONE_PRODUCT). NULL leaves a filter
 * out: PostgreSQL plans each statement with its values and drops such a condition.
 */
export async function salesPage(
  db: Db,
  filter: SaleFilter,
  { limit, offset }: Slice,
): Promise<{ rows: StoredSale[]; count: number }> {
  const { sellerId, search, from, to, productIds } = filter;
  const patterns = search === undefined ? undefined : likePatterns(search);
  const values = [sellerId, patterns, from, to, limit, offset].map((value) => value ?? null);
  const query = productIds
    ? CompiledQuery.raw(pageOfProducts(filter), [
        ...values,
        productIds.length === 1 ? productIds[0] : productIds,
      ])
    : CompiledQuery.raw(PAGE, values);
  const { rows } = await db.executeQuery<StoredSale & { count: number }>(query);
  return rowsAndCount(rows);
}

/**
 * `uncounted`: the sales that sales_counts does not hold yet. With both bounds the planner knows that they
 * are few; with the lower one alone it expects a third of all sales. MATERIALIZED keeps it from reading
 * them by an index of days or sellers, which holds the counted ones too.
 *
 * `counted_sellers`: every seller and name once, read with one index look-up each instead of all counts.
 *
 * `named`: the sellers whose name, as it was at a sale, has the words.
 */
const SELLERS = `
  uncounted AS MATERIALIZED (
    SELECT seller_id, seller_name, business_day FROM sales
    WHERE deleted_at IS NULL AND id > (SELECT last_sale_id FROM sales_counts_progress)
      AND id <= (SELECT max(id) FROM sales)),
  counted_sellers AS (
    (SELECT seller_id, seller_name FROM sales_counts WHERE seller_id IS NOT NULL
      ORDER BY seller_id, seller_name LIMIT 1)
    UNION ALL
    SELECT next.* FROM counted_sellers AS last, LATERAL (
      SELECT seller_id, seller_name FROM sales_counts
      WHERE (seller_id, seller_name) > (last.seller_id, last.seller_name)
      ORDER BY seller_id, seller_name LIMIT 1) AS next),
  named AS MATERIALIZED (
    SELECT seller_id, seller_name FROM (
      SELECT * FROM counted_sellers UNION SELECT seller_id, seller_name FROM uncounted) AS sellers
    WHERE fold_text(seller_name) LIKE ALL ($2::text[]))`;

/** Arrays, so that indexes of sales and of sales_counts can look the sellers up. */
const OF_SELLERS = `($1::integer IS NULL OR seller_id = $1)
      AND ($2::text[] IS NULL OR seller_id = ANY (ARRAY(SELECT seller_id FROM named))
        AND seller_name = ANY (ARRAY(SELECT seller_name FROM named)))`;

const SELECT_PAGE = `
  SELECT counted.count, ${STORED_SALE}
  FROM counted LEFT JOIN page AS s ON true
  ORDER BY s.created_at DESC, s.id DESC`;

/**
 * The number of sales of each day comes from sales_counts and the few uncounted sales. Added up from the
 * newest day on (rows of one day get the same sum), it shows on which days the page lies, so that the last
 * page is found as fast as the first.
 */
const PAGE = `
  WITH RECURSIVE ${SELLERS},
  days AS (
    SELECT day, sum(live) OVER (ORDER BY day DESC) AS down_to_it
    FROM (
      SELECT day, live FROM sales_counts
      WHERE (seller_id IS NULL) = ($1::integer IS NULL AND $2::text[] IS NULL) AND ${OF_SELLERS}
      UNION ALL SELECT business_day, 1 FROM uncounted WHERE ${OF_SELLERS}) AS parts
    WHERE ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)),
  counted AS MATERIALIZED (
    SELECT coalesce(max(down_to_it), 0) AS count,
      max(day) FILTER (WHERE down_to_it > $6::bigint) AS newest,
      coalesce(max(day) FILTER (WHERE down_to_it >= $6::bigint + $5::bigint), min(day)) AS oldest,
      coalesce(max(down_to_it) FILTER (WHERE down_to_it <= $6::bigint), 0) AS newer_sales
    FROM days),
  page AS (
    SELECT * FROM sales
    WHERE deleted_at IS NULL AND ${OF_SELLERS}
      AND created_at >= (SELECT oldest FROM counted)::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND created_at < (SELECT newest + 1 FROM counted)::timestamp AT TIME ZONE 'America/Sao_Paulo'
    ORDER BY created_at DESC, id DESC
    LIMIT $5 OFFSET $6::bigint - (SELECT newer_sales FROM counted))
  ${SELECT_PAGE}`;

/** With one product its index has the sales in order, and they are counted without sorting. */
const OF_ONE_PRODUCT = 'product_id = $7::integer';
const OF_PRODUCTS = 'product_id = ANY ($7::integer[])';

/** The same sales as IN_PERIOD, for the index that has the business day. */
const ON_DAYS =
  '($3::date IS NULL OR business_day >= $3) AND ($4::date IS NULL OR business_day <= $4)';
const IN_PERIOD = `
      ($3::date IS NULL OR created_at >= $3::timestamp AT TIME ZONE 'America/Sao_Paulo')
      AND ($4::date IS NULL OR created_at < ($4::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

/**
 * Products have no counts. Without another filter, the products' index alone counts; with sellers or a
 * period, an index of sales that holds their columns does. Pages of the second half are read from the
 * oldest sale on.
 */
function pageOfProducts({ productIds, sellerId, search, from, to }: SaleFilter): string {
  const ofProducts = productIds?.length === 1 ? OF_ONE_PRODUCT : OF_PRODUCTS;
  const ofSellers = sellerId !== undefined || search !== undefined;
  const holding = `deleted_at IS NULL AND ${OF_SELLERS}
      AND EXISTS (SELECT FROM sale_items WHERE sale_id = s.id AND ${ofProducts})`;
  const count =
    ofSellers || from || to
      ? `SELECT count(*) AS count FROM sales s WHERE ${holding} AND ${ofSellers ? ON_DAYS : IN_PERIOD}`
      : `SELECT count(DISTINCT sale_id) AS count FROM sale_items
        WHERE ${ofProducts} AND sale_id NOT IN (SELECT id FROM sales WHERE deleted_at IS NOT NULL)`;
  const left = '(SELECT count FROM counted) - $6::bigint';
  return `
  WITH RECURSIVE ${SELLERS},
  counted AS MATERIALIZED (${count}),
  forwards AS (
    SELECT * FROM sales s
    WHERE ${holding} AND ${IN_PERIOD} AND $6::bigint <= (SELECT count / 2 FROM counted)
    ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6),
  backwards AS (
    SELECT * FROM sales s
    WHERE ${holding} AND ${IN_PERIOD} AND $6::bigint > (SELECT count / 2 FROM counted)
    ORDER BY created_at, id
    LIMIT greatest(0, least($5::bigint, ${left})) OFFSET greatest(0, ${left} - $5::bigint)),
  page AS (SELECT * FROM forwards UNION ALL SELECT * FROM backwards)
  ${SELECT_PAGE}`;
}
