import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import type { SearchedWord } from './searched-words.ts';

/**
 * The common table expressions of a search for sales. `clients_with` and `students_with`: who has each word in
 * the name (of now, or before a correction) or as the number; what is known of one record of a person counts for
 * those that were merged. `candidates`: the sales of the word that the fewest people have. A sale has all words,
 * so it is one of them. The arrays make PostgreSQL look people up in the indexes of their sales.
 */
export function searchedPeople(words: readonly SearchedWord[]): RawBuilder<unknown> {
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
export const hasWords = (words: readonly SearchedWord[]): RawBuilder<SqlBool>[] => [
  sql`s.id IN (SELECT id FROM candidates)`,
  ...words.map(
    ({ sale }, index) => sql<SqlBool>`(
      s.client_id IN (SELECT id FROM clients_with WHERE place = ${index + 1}::integer)
      OR s.student_id IN (SELECT id FROM students_with WHERE place = ${index + 1}::integer)
      OR s.id = ${sale}::integer)`,
  ),
];
