import type { SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { rowsAndCount, type Slice } from '../../database/listing.ts';
import { foundSaleIds, foundSales } from './found-sales.repository.ts';
import type { StoredSale } from './sale-record.ts';
import {
  firstValues,
  holdingProducts,
  IN_PERIOD,
  isTurned,
  LIVE_DAYS,
  OF_SELLERS,
  ON_DAYS,
  type PageQuery,
  pageFromEitherEnd,
  productsValue,
  type SaleFilter,
  SELLERS,
  selectPage,
} from './sales-filter.repository.ts';

/**
 * One page of the sales that are not deleted, and the number of all of them. It is one statement, so that
 * both are of the same moment.
 */
export async function salesPage(
  db: Db,
  filter: SaleFilter,
  slice: Slice,
): Promise<{ rows: (StoredSale & { closed: boolean })[]; count: number }> {
  const { text, values } = queryOf(filter, firstValues(filter, slice));
  const { rows } = await db.executeQuery<StoredSale & { closed: boolean; count: number }>(
    CompiledQuery.raw(text, values),
  );
  return rowsAndCount(rows);
}

const EVERYTHING: Slice = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** The ids of all sales that `find` finds, oldest first. */
export async function salesFound(db: Db, filter: SaleFilter, find: string): Promise<number[]> {
  const { text, values } = foundSaleIds(filter, find, firstValues(filter, EVERYTHING));
  const { rows } = await db.executeQuery<{ id: number }>(CompiledQuery.raw(text, values));
  return rows.map(({ id }) => id);
}

function queryOf(filter: SaleFilter, values: unknown[]): PageQuery {
  const { find, productIds, order = '-date' } = filter;
  if (find !== undefined) return foundSales(filter, find, values);
  if (productIds) {
    return { text: ofProducts(filter, productIds), values: [...values, productsValue(productIds)] };
  }
  switch (order) {
    case 'date':
    case '-date':
      return { text: byDay(order), values };
    case 'seller':
    case '-seller':
      return { text: bySeller(order), values };
    default:
      return { text: byIndex(order), values };
  }
}

/**
 * The number of sales of each day, added up from the first day of the list on (rows of one day get the same
 * sum), shows on which days the page lies, so that the last page is found as fast as the first.
 */
function byDay(order: SaleOrder): string {
  const newestFirst = isTurned(order);
  const [direction, next, last] = newestFirst ? ['DESC', 'max', 'min'] : ['ASC', 'min', 'max'];
  const [low, high] = newestFirst ? ['last_day', 'first_day'] : ['first_day', 'last_day'];
  return `
  WITH ${SELLERS},
  days AS (
    SELECT day, sum(live) OVER (ORDER BY day ${direction}) AS down_to_it FROM (${LIVE_DAYS}) AS lived),
  counted AS MATERIALIZED (
    SELECT coalesce(max(down_to_it), 0) AS count,
      ${next}(day) FILTER (WHERE down_to_it > $6::bigint) AS first_day,
      coalesce(${next}(day) FILTER (WHERE down_to_it >= $6::bigint + $5::bigint),
        ${last}(day)) AS last_day,
      coalesce(max(down_to_it) FILTER (WHERE down_to_it <= $6::bigint), 0) AS before
    FROM days),
  page AS (
    SELECT * FROM sales
    WHERE deleted_at IS NULL AND ${OF_SELLERS}
      AND created_at >= (SELECT ${low} FROM counted)::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND created_at < (SELECT ${high} + 1 FROM counted)::timestamp AT TIME ZONE 'America/Sao_Paulo'
    ORDER BY created_at ${direction}, id ${direction}
    LIMIT $5 OFFSET $6::bigint - (SELECT before FROM counted))
  ${selectPage(order)}`;
}

/** The same with the days of each seller, one seller after the other. */
function bySeller(order: SaleOrder): string {
  const [direction, ofDays] = isTurned(order) ? ['DESC', 'ASC'] : ['ASC', 'DESC'];
  return `
  WITH ${SELLERS},
  places AS (
    SELECT seller_id, seller_name, row_number() OVER (
      ORDER BY seller_name COLLATE pg_catalog."pt-BR-x-icu" ${direction}, seller_id) AS place
    FROM sellers WHERE ${OF_SELLERS}),
  lived AS (
    SELECT place, day, live FROM places JOIN counts USING (seller_id, seller_name)
    UNION ALL
    SELECT place, business_day, 1 FROM places JOIN uncounted USING (seller_id, seller_name)),
  days AS MATERIALIZED (
    SELECT place, day, sum(live) AS live, sum(sum(live)) OVER (ORDER BY place, day ${ofDays}) AS down_to_it
    FROM lived WHERE ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)
    GROUP BY place, day),
  counted AS MATERIALIZED (SELECT coalesce(max(down_to_it), 0) AS count FROM days),
  shown AS MATERIALIZED (
    SELECT * FROM days
    WHERE down_to_it > $6::bigint AND down_to_it - live < $6::bigint + $5::bigint),
  page AS (
    SELECT s.* FROM shown JOIN places USING (place) JOIN sales s
      ON s.seller_id = places.seller_id AND s.seller_name = places.seller_name
        AND s.business_day = shown.day
    WHERE s.deleted_at IS NULL
    ORDER BY place, s.created_at ${ofDays}, s.id ${ofDays}
    LIMIT $5 OFFSET $6::bigint - (SELECT coalesce(min(down_to_it - live), $6) FROM shown))
  ${selectPage(order)}`;
}

/** By client or total: an index has the order, and the counts the number. */
function byIndex(order: SaleOrder): string {
  return `
  WITH ${SELLERS},
  counted AS MATERIALIZED (
    SELECT coalesce(sum(live), 0)::bigint AS count FROM (${LIVE_DAYS}) AS lived),
  ${pageFromEitherEnd(
    order,
    `SELECT id FROM sales s WHERE deleted_at IS NULL AND ${OF_SELLERS} AND ${IN_PERIOD}`,
  )}`;
}

/**
 * Products have no counts. Without another filter, the products' index alone counts; with sellers or a
 * period, an index of sales that holds their columns does. Pages of the second half are read from the
 * end of the list on.
 */
function ofProducts(
  { sellerId, search, from, to, order = '-date' }: SaleFilter,
  ids: number[],
): string {
  const isHeld = holdingProducts(ids, '$7');
  const ofSellers = sellerId !== undefined || search !== undefined;
  const holding = `deleted_at IS NULL AND ${OF_SELLERS}
      AND EXISTS (SELECT FROM sale_items WHERE sale_id = s.id AND ${isHeld})`;
  const count =
    ofSellers || from || to
      ? `SELECT count(*) AS count FROM sales s WHERE ${holding} AND ${ofSellers ? ON_DAYS : IN_PERIOD}`
      : `SELECT count(DISTINCT sale_id) AS count FROM sale_items
        WHERE ${isHeld} AND sale_id NOT IN (SELECT id FROM sales WHERE deleted_at IS NOT NULL)`;
  return `
  WITH ${SELLERS},
  counted AS MATERIALIZED (${count}),
  ${pageFromEitherEnd(order, `SELECT id FROM sales s WHERE ${holding} AND ${IN_PERIOD}`)}`;
}
