import type { SaleOrder, SalesOnly } from '@balcao/contract/fields/sale-orders.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { holdsWords, inPortugueseOrder, withinDays } from '../../database/listing.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { every } from '../../database/rows.ts';
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
  /** The sale of this key. */
  key?: string;
  /** Paid so, at the sale or since a correction; the name as it was kept. */
  method?: string;
  /** By default all that are not deleted. */
  only?: SalesOnly;
  order?: SaleOrder;
  /** The sales of this client or student, under any of their records. */
  person?: { kind: PersonKind; id: number };
};

/** The parts of WITH that isMeant asks for, with their comma. */
export const peopleOf = ({ words }: SaleFilter) =>
  words && words.length > 0 ? sql`${searchedPeople(words)},` : sql``;

/** The condition of a filter on `sales s`. */
export function isMeant(filter: SaleFilter): RawBuilder<SqlBool> {
  const { sellerId, search, productIds, person, words = [], key, method, only } = filter;
  return every(
    only === 'deleted' ? sql`s.deleted_at IS NOT NULL` : sql`s.deleted_at IS NULL`,
    only === 'discounted' && sql`s.subtotal_cents > s.total_general_cents`,
    only === 'corrected' &&
      sql`s.id IN (SELECT unnest(ARRAY[sale_id, exchange_sale_id]) FROM entries WHERE kind <> 'sale')`,
    key !== undefined && sql`s.idempotency_key = ${key}`,
    method !== undefined &&
      sql`(EXISTS (SELECT FROM sale_payments WHERE sale_id = s.id AND method_name = ${method})
        OR s.id IN (
          SELECT sale_id FROM money_lines
          WHERE kind = 'payments' AND cents > 0 AND method_name = ${method}))`,
    sellerId !== undefined && sql`s.seller_id = ${sellerId}`,
    search !== undefined &&
      (only === 'deleted' ? holdsWords(sql`fold_text(s.seller_name)`, search) : soldBy(search)),
    ...withinDays(sql`s.created_at`, filter),
    productIds &&
      sql`s.id IN (
        SELECT sale_id FROM sale_items WHERE product_id = ANY (${[...productIds]}::integer[]))`,
    ...(words.length > 0 ? hasWords(words) : []),
    person && sql`s.${peopleTables[person.kind].inSales} IN ${recordsOf(person.kind, person.id)}`,
  );
}

/**
 * Whether the seller's name of a sale that is not deleted has all words. The few names are searched, and not all sales:
 * each step of the recursion finds the next name in the index of sellers.
 */
const soldBy = (search: string) => sql<SqlBool>`${inPortugueseOrder('s.seller_name')} = ANY (ARRAY(
  WITH RECURSIVE sellers AS (
    (${nextSeller(sql`true`)})
    UNION ALL
    SELECT next.name FROM sellers CROSS JOIN LATERAL (
      ${nextSeller(sql`${inPortugueseOrder('seller_name')} > sellers.name`)}) AS next)
  SELECT name FROM sellers WHERE ${holdsWords(sql`fold_text(name)`, search)}))`;

const nextSeller = (condition: RawBuilder<unknown>) => sql`
  SELECT ${inPortugueseOrder('seller_name')} AS name FROM sales WHERE deleted_at IS NULL AND ${condition} ORDER BY 1 LIMIT 1`;

/** Whether a filter takes so long that its sales are found once, and not again for their number. */
export const isSearched = ({ words, productIds, method, only, person }: SaleFilter) =>
  [words, productIds, method, only, person].some((part) => part !== undefined);

/**
 * The common table expressions of a search for sales. `clients_with` and `students_with`: who has each word in
 * the name (of now, or before a correction) or as the number; what is known of one record of a person counts for
 * those that were merged. `candidates`: the sales of the word that the fewest people have. A sale has all words,
 * so it is among these. The arrays make PostgreSQL look people up in the indexes of their sales.
 */
function searchedPeople(words: readonly SearchedWord[]): RawBuilder<unknown> {
  const column = <Key extends keyof SearchedWord>(key: Key) => words.map((word) => word[key]);
  return sql`
    words AS MATERIALIZED (
      SELECT place::integer, name, number, sale
      FROM unnest(${column('name')}::text[], ${column('number')}::text[], ${column('sale')}::integer[])
        WITH ORDINALITY AS given (name, number, sale, place)),
    clients_with AS MATERIALIZED (${peopleWith('client')}),
    students_with AS MATERIALIZED (${peopleWith('student')}),
    rarest AS MATERIALIZED (
      SELECT place, sale FROM words
      ORDER BY (SELECT count(*) FROM clients_with WHERE place = words.place)
        + (SELECT count(*) FROM students_with WHERE place = words.place) LIMIT 1),
    candidates AS (
      SELECT id FROM sales
      WHERE client_id = ANY (ARRAY(SELECT id FROM clients_with JOIN rarest USING (place)))
      UNION
      SELECT id FROM sales
      WHERE student_id = ANY (ARRAY(SELECT id FROM students_with JOIN rarest USING (place)))
      UNION
      SELECT sale FROM rarest)`;
}

const peopleWith = (kind: PersonKind) => {
  const { table, key, inSales } = peopleTables[kind];
  return sql`
      WITH found AS (
        SELECT place, id FROM words JOIN ${table} p ON p.search_text LIKE words.name OR ${key} LIKE words.number
        UNION
        SELECT place, ${inSales} FROM words JOIN name_corrections c
          ON c.search_text LIKE words.name AND ${inSales} IS NOT NULL),
      people AS (
        SELECT DISTINCT place, coalesce(merged_into, id) AS id FROM found JOIN ${table} USING (id))
      SELECT place, id FROM people
      UNION ALL
      SELECT place, merged.id FROM people JOIN ${table} merged ON merged.merged_into = people.id`;
};

/** Whether the client and the student of sale `s` have all words between them; a number is also the sale's. */
const hasWords = (words: readonly SearchedWord[]): RawBuilder<SqlBool>[] => [
  sql`s.id IN (SELECT id FROM candidates)`,
  ...words.map(
    ({ sale }, index) => sql<SqlBool>`(
      s.client_id IN (SELECT id FROM clients_with WHERE place = ${index + 1}::integer)
      OR s.student_id IN (SELECT id FROM students_with WHERE place = ${index + 1}::integer)
      OR s.id = ${sale}::integer)`,
  ),
];
