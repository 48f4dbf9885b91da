import type { SaleOrder, SalesOnly } from '@balcao/contract/fields/sale-orders.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { holdsWords, withinDays } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { hasWords, searchedPeople } from './searched-people.repository.ts';
import type { SearchedWord } from './searched-words.ts';

/** Everything is optional; both days are included. */
export type SaleFilter = {
  sellerId?: number;
  /** Words of the seller's name as it was at the sale. */
  search?: string;
  /** Sales that hold any of these products. */
  productIds?: readonly number[];
  from?: BusinessDay;
  to?: BusinessDay;
  /** Sales that have each of the words in their client, their student or their number. */
  words?: readonly SearchedWord[];
  /** Paid so, at the sale or since a correction; the name as it was kept. */
  method?: string;
  /** By default all that are not deleted. */
  only?: SalesOnly;
  order?: SaleOrder;
  /** The sales of this client or student, under any of their records. */
  person?: { kind: PersonKind; id: number };
};

/** The beginning of a statement that asks for what isMeant. */
export const withPeople = ({ words }: SaleFilter) =>
  words && words.length > 0 ? sql`WITH ${searchedPeople(words)},` : sql`WITH`;

const all = (conditions: RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;

/** The condition of a filter on `sales s`. */
export function isMeant(filter: SaleFilter): RawBuilder<SqlBool> {
  const { productIds, person, words = [], method, only } = filter;
  return all([
    only === 'deleted' ? sql`s.deleted_at IS NOT NULL` : sql`s.deleted_at IS NULL`,
    ...(only === 'discounted' ? [sql`s.subtotal_cents > s.total_general_cents`] : []),
    ...(only === 'corrected'
      ? [
          sql`s.id IN (SELECT sale_id FROM corrections
            UNION SELECT exchange_sale_id FROM corrections WHERE exchange_sale_id IS NOT NULL)`,
        ]
      : []),
    ...(method === undefined
      ? []
      : [
          sql`(EXISTS (SELECT FROM sale_payments WHERE sale_id = s.id AND method_name = ${method})
            OR s.id IN (
              SELECT c.sale_id FROM corrections c JOIN correction_payments p ON p.correction_id = c.id
              WHERE c.kind = 'payments' AND p.net_cents > 0 AND p.method_name = ${method}))`,
        ]),
    ...ofSellers(filter),
    ...withinDays(sql`s.created_at`, filter),
    ...(productIds
      ? [
          sql`s.id IN (
          SELECT sale_id FROM sale_items WHERE product_id = ANY (${[...productIds]}::integer[]))`,
        ]
      : []),
    ...(words.length > 0 ? hasWords(words) : []),
    ...(person
      ? [sql`s.${peopleTables[person.kind].inSales} IN ${recordsOf(person.kind, person.id)}`]
      : []),
  ]);
}

/**
 * The sales that day_sums does not hold yet. With both bounds the planner knows that they are few; with the
 * lower one alone it expects a third of all sales.
 */
const UNCOUNTED = sql`id > (SELECT last_sale_id FROM sums_progress)
      AND id <= (SELECT max(id) FROM sales)`;

/** The names are searched among those in day_sums and in the few later sales, not in all sales. */
function ofSellers({ sellerId, search }: SaleFilter): RawBuilder<unknown>[] {
  return [
    ...(sellerId === undefined ? [] : [sql`s.seller_id = ${sellerId}`]),
    ...(search === undefined
      ? []
      : [
          sql`s.seller_name = ANY (ARRAY(
            WITH sellers AS MATERIALIZED (
              SELECT name FROM day_sums WHERE part = 'seller'
              UNION SELECT seller_name FROM sales WHERE ${UNCOUNTED})
            SELECT name FROM sellers WHERE ${holdsWords(sql`fold_text(name)`, search)}))`,
        ]),
  ];
}

/** Whether the sums of each seller's days tell how many sales a filter has. */
export const isSummed = ({ words, productIds, method, only, person }: SaleFilter) =>
  [words, productIds, method, only, person].every((part) => part === undefined);

/** How many sales there are and their total, from the sums of each seller's days and the few later sales. */
export function summedOf(filter: SaleFilter): RawBuilder<unknown> {
  const { from, to } = filter;
  return sql`SELECT coalesce(sum(live), 0)::bigint AS count, coalesce(sum(cents), 0)::bigint AS total
    FROM (
      SELECT day, key AS seller_id, name AS seller_name, sales AS live, sold_cents AS cents
      FROM day_sums WHERE part = 'seller'
      UNION ALL
      SELECT business_day, seller_id, seller_name, 1, total_general_cents FROM sales
      WHERE deleted_at IS NULL AND ${UNCOUNTED}) AS s
    WHERE ${all([
      sql`true`,
      ...ofSellers(filter),
      ...(from ? [sql`day >= ${from}`] : []),
      ...(to ? [sql`day <= ${to}`] : []),
    ])}`;
}
