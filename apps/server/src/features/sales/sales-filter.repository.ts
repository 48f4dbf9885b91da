import type { SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { likePatterns, type Slice } from '../../database/listing.ts';
import { STORED_SALE } from './sales.repository.ts';

/** Everything is optional; both days are included. */
export type SaleFilter = {
  sellerId?: number;
  /** Words of the seller's name as it was at the sale. */
  search?: string;
  /** Sales that hold any of these products. */
  productIds?: number[];
  from?: BusinessDay;
  to?: BusinessDay;
  /** Words of names, a CPF, a matrícula or the number of a sale. */
  find?: string;
  order?: SaleOrder;
};

/** A statement, and the values of its parameters. */
export type PageQuery = { text: string; values: unknown[] };

/**
 * The first parameters of every statement: $1 seller id, $2 patterns of the seller's name, $3 first day,
 * $4 last day, $5 limit, $6 offset. NULL leaves a filter out: PostgreSQL plans each statement with its
 * values and drops such a condition.
 */
export function firstValues(filter: SaleFilter, { limit, offset }: Slice): unknown[] {
  const { sellerId, search, from, to } = filter;
  const patterns = search === undefined ? undefined : likePatterns(search);
  return [sellerId, patterns, from, to, limit, offset].map((value) => value ?? null);
}

/**
 * `uncounted`: the sales that day_sums does not hold yet. With both bounds the planner knows that they
 * are few; with the lower one alone it expects a third of all sales. MATERIALIZED keeps it from reading
 * them by an index of days or sellers, which holds the counted ones too.
 *
 * `named`: the sellers whose name, as it was at a sale, has the words.
 */
export const SELLERS = `
  uncounted AS MATERIALIZED (
    SELECT seller_id, seller_name, business_day FROM sales
    WHERE deleted_at IS NULL AND id > (SELECT last_sale_id FROM sums_progress)
      AND id <= (SELECT max(id) FROM sales)),
  counts AS (
    SELECT day, key AS seller_id, name AS seller_name, sales AS live FROM day_sums WHERE part = 'seller'),
  sellers AS (
    SELECT seller_id, seller_name FROM counts UNION SELECT seller_id, seller_name FROM uncounted),
  named AS MATERIALIZED (
    SELECT seller_id, seller_name FROM sellers WHERE fold_text(seller_name) LIKE ALL ($2::text[]))`;

/** Arrays, so that the indexes of sales can look the sellers up. */
export const OF_SELLERS = `($1::integer IS NULL OR seller_id = $1)
      AND ($2::text[] IS NULL OR seller_id = ANY (ARRAY(SELECT seller_id FROM named))
        AND seller_name = ANY (ARRAY(SELECT seller_name FROM named)))`;

/** The same sales as IN_PERIOD, for the index that has the business day. */
export const ON_DAYS =
  '($3::date IS NULL OR business_day >= $3) AND ($4::date IS NULL OR business_day <= $4)';
export const IN_PERIOD = `
      ($3::date IS NULL OR created_at >= $3::timestamp AT TIME ZONE 'America/Sao_Paulo')
      AND ($4::date IS NULL OR created_at < ($4::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

/** How many sales a day has, from day_sums and the few uncounted sales. */
export const LIVE_DAYS = `
    SELECT day, live FROM (
      SELECT day, live FROM counts WHERE ${OF_SELLERS}
      UNION ALL SELECT business_day, 1 FROM uncounted WHERE ${OF_SELLERS}) AS parts
    WHERE ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)`;

/** Sales of any of the products. With one, its index has the sales in order. */
export function holdingProducts(productIds: number[], parameter: string): string {
  return productIds.length === 1
    ? `product_id = ${parameter}::integer`
    : `product_id = ANY (${parameter}::integer[])`;
}
export const productsValue = (ids: number[]) => (ids.length === 1 ? ids[0] : ids);

/** The keys of each order; those of the indexes, so that they can be read from either end. */
const PORTUGUESE = 'COLLATE pg_catalog."pt-BR-x-icu"';
const KEYS: Record<string, readonly (readonly [column: string, descending?: 'DESC'])[]> = {
  date: [['created_at'], ['id']],
  seller: [[`seller_name ${PORTUGUESE}`], ['created_at', 'DESC'], ['id', 'DESC']],
  client: [[`client_name ${PORTUGUESE}`], ['id', 'DESC']],
  total: [['total_general_cents'], ['id']],
};

export const isTurned = (order: SaleOrder) => order.startsWith('-');

/** The ORDER BY of an order; `backwards` is from its end. */
function orderBy(order: SaleOrder, { backwards = false, of = 's' } = {}): string {
  const turned = isTurned(order) !== backwards;
  const keys = KEYS[order.replace('-', '')] ?? [];
  return keys
    .map(([column, descending]) => `${of}.${column}${turned === !descending ? ' DESC' : ''}`)
    .join(', ');
}

/** Whether the day, or the counted box, of a sale has a closing. */
const CLOSED = `(EXISTS (SELECT FROM closings WHERE box_id = s.box_id)
    OR s.box_id IS NULL AND EXISTS (
      SELECT FROM closings
      WHERE seller_id = s.seller_id AND day = s.business_day AND box_id IS NULL))`;

/** What every statement ends with: the sales of `page`, and the `count` of `counted`. */
export const selectPage = (order: SaleOrder) => `
  SELECT counted.count, ${STORED_SALE}, ${CLOSED} AS closed
  FROM counted LEFT JOIN page AS s ON true
  ORDER BY ${orderBy(order)}`;

/**
 * One page of the ids that `ids` selects, from the nearer end, as whole rows. `ids` takes an ORDER BY.
 */
export function pageFromEitherEnd(order: SaleOrder, ids: string): string {
  const left = '(SELECT count FROM counted) - $6::bigint';
  return `
  forwards AS (
    ${ids} AND $6::bigint <= (SELECT count / 2 FROM counted)
    ORDER BY ${orderBy(order)} LIMIT $5 OFFSET $6),
  backwards AS (
    ${ids} AND $6::bigint > (SELECT count / 2 FROM counted)
    ORDER BY ${orderBy(order, { backwards: true })}
    LIMIT greatest(0, least($5::bigint, ${left})) OFFSET greatest(0, ${left} - $5::bigint)),
  page AS (
    SELECT * FROM sales
    WHERE id = ANY (ARRAY(SELECT id FROM forwards UNION ALL SELECT id FROM backwards)))
  ${selectPage(order)}`;
}
