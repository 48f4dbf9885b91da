import { likePatterns } from '../../database/listing.ts';
import {
  holdingProducts,
  IN_PERIOD,
  OF_SELLERS,
  type PageQuery,
  pageFromEitherEnd,
  productsValue,
  type SaleFilter,
  SELLERS,
} from './sales-filter.repository.ts';
import { searchedWords } from './searched-words.ts';

/** Fewer digits begin many numbers of people, and are the number of a sale. */
const SHORTEST_BEGINNING = 7;
const isSaleNumber = (number: string) => /^[1-9]\d{0,8}$/.test(number);
/** Each is a bit. Nobody’s names have so many: more words find nothing. */
const MOST_WORDS = 60;

/**
 * The statement of a page of the sales that a search finds: those whose client and student have all words
 * between them, in their names (of now, or before a correction) or as their numbers. A number is also that
 * of a sale. The people are searched first, then the indexes of their sales.
 */
export function foundSales(filter: SaleFilter, find: string, values: unknown[]): PageQuery {
  const { order = '-date' } = filter;
  const page = `, counted AS MATERIALIZED (SELECT count(*) AS count FROM found),
  ${pageFromEitherEnd(order, foundIds(order))}`;
  return searchStatement(filter, find, values, page);
}

/** The statement of the ids of all that it finds, oldest first. */
export function foundSaleIds(filter: SaleFilter, find: string, values: unknown[]): PageQuery {
  const ids = 'SELECT id FROM found ORDER BY created_at, id LIMIT $5 OFFSET $6::bigint';
  return searchStatement(filter, find, values, ids);
}

/** `selecting` selects from `found`. */
function searchStatement(
  { productIds }: SaleFilter,
  find: string,
  values: unknown[],
  selecting: string,
): PageQuery {
  const searched = searchedWords(find);
  const words = searched.slice(0, MOST_WORDS);
  const names = words.filter(({ digits }) => digits === undefined);
  const numbers = words.flatMap(({ digits }) => digits ?? []);
  const holding = productIds
    ? `AND EXISTS (SELECT FROM sale_items WHERE sale_id = s.id AND ${holdingProducts(productIds, '$10')})`
    : '';
  const isMeant = `deleted_at IS NULL AND ${searched.length <= MOST_WORDS} AND ${OF_SELLERS} AND ${IN_PERIOD} ${holding}`;
  const text = `
  WITH ${SELLERS},
  numbers AS MATERIALIZED (
    SELECT number, ${ONE} << (place - 1 + ${names.length})::integer AS bit
    FROM unnest($8::text[]) WITH ORDINALITY AS given (number, place)),
  ${peopleWith('clients', 'cpf', 'client_id', names.length)},
  ${peopleWith('students', 'registration', 'student_id', names.length)},
  ${candidates(isMeant, words.length)}
  ${selecting}`;
  return {
    text,
    values: [
      ...values,
      names.map((word) => likePatterns(word.text)[0]),
      numbers,
      numbers.filter(isSaleNumber),
      ...(productIds ? [productsValue(productIds)] : []),
    ],
  };
}

const ONE = '1::bigint';

/**
 * The people with any of the words, with a bit for each word that they have. What is known of one record of a
 * person counts for those that were merged. $7 patterns, $8 numbers.
 */
function peopleWith(
  table: 'clients' | 'students',
  number: string,
  corrected: string,
  names: number,
): string {
  const bits = Array.from(
    { length: names },
    (_, place) =>
      `CASE WHEN search_text LIKE ($7::text[])[${place + 1}] THEN ${ONE} << ${place} ELSE 0 END`,
  );
  const withName = (id: string, from: string) =>
    `SELECT ${id} AS id, ${bits.join(' | ') || '0'} AS bit FROM ${from}
      WHERE search_text LIKE ANY ($7::text[])`;
  return `
  ${table}_with AS MATERIALIZED (
    WITH people AS (
      SELECT coalesce(kept, records.id) AS id, bit_or(bit) AS words FROM (
        ${withName('id', table)}
        UNION ALL
        ${withName(corrected, 'name_corrections')} AND ${corrected} IS NOT NULL
        UNION ALL
        SELECT id, bit FROM numbers JOIN ${table} ON ${number} = numbers.number
        UNION ALL
        SELECT id, bit FROM numbers JOIN ${table}
          ON ${number} > numbers.number AND ${number} <= numbers.number || '999999999'
        WHERE length(numbers.number) >= ${SHORTEST_BEGINNING}) AS records
      LEFT JOIN (SELECT id, merged_into AS kept FROM ${table} WHERE merged_into IS NOT NULL)
        AS merged USING (id)
      GROUP BY 1)
    SELECT id, words FROM people
    UNION ALL
    SELECT merged.id, words FROM people JOIN ${table} merged ON merged.merged_into = people.id)`;
}

const READ = 'id, created_at, client_id, student_id';
const having = (people: string) =>
  `SELECT id FROM ${people}_with WHERE words & (SELECT bit FROM rarest) <> 0`;

/**
 * `rarest`: the bit of the word that the fewest people have. A sale has all words, so it is one of theirs.
 * The arrays make PostgreSQL look people up in the indexes of their sales. `found` has each sale once.
 */
function candidates(isMeant: string, words: number): string {
  // If there is a single word, everybody who was found has all words.
  const haveAll = `
    LEFT JOIN clients_with c ON c.id = s.client_id
    LEFT JOIN students_with t ON t.id = s.student_id
    WHERE s.words | coalesce(c.words, 0) | coalesce(t.words, 0) = (${ONE} << ${words}) - 1`;
  return `
  rarest AS MATERIALIZED (
    SELECT ${ONE} << place AS bit FROM generate_series(0, ${words - 1}) AS place
    ORDER BY (SELECT count(*) FROM clients_with WHERE words >> place & 1 = 1)
      + (SELECT count(*) FROM students_with WHERE words >> place & 1 = 1) LIMIT 1),
  candidates AS (
    SELECT ${READ}, 0::bigint AS words FROM sales s
    WHERE ${isMeant} AND client_id = ANY (ARRAY(${having('clients')}))
      AND id <> ALL ($9::integer[])
    UNION ALL
    SELECT ${READ}, 0 FROM sales s
    WHERE ${isMeant} AND student_id = ANY (ARRAY(${having('students')}))
      AND client_id NOT IN (${having('clients')}) AND id <> ALL ($9::integer[])
    UNION ALL
    SELECT ${READ}, (SELECT bit FROM numbers WHERE number = s.id::text) FROM sales s
    WHERE ${isMeant} AND id = ANY ($9::integer[])),
  found AS MATERIALIZED (SELECT s.id, s.created_at FROM candidates s ${words === 1 ? '' : haveAll})`;
}

/** `found` has what the order by date needs. */
const foundIds = (order: string) =>
  order.endsWith('date')
    ? 'SELECT id FROM found AS s WHERE true'
    : 'SELECT id FROM sales s WHERE id = ANY (ARRAY(SELECT id FROM found))';
