import { searchWords } from '@balcao/domain/search-text.ts';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { likePatterns } from '../../database/listing.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';

/** The list shows "Nº 4987". */
const NUMBER_SIGN = /(?<=^|\s)(?:n[º°.o]|#)\s*(?=\d)/gi;
const isSaleNumber = (digits: string) => /^[1-9]\d{0,8}$/.test(digits);

/** What a word of a search for sales may mean: the ids of people, and the number of a sale. */
export type SearchedWord = {
  readonly clients: readonly number[];
  readonly students: readonly number[];
  readonly sale: number | null;
};

/**
 * The words of a search for sales, each once, with the people who have them: in their names (of now, or before a
 * correction), or as their CPF or matrícula, with or without its points. What is known of one record of a person
 * counts for those that were merged. `shortestPart`: so many digits are looked for within a number too.
 */
export async function searchedWords(
  db: Db,
  search: string,
  shortestPart: number,
): Promise<SearchedWord[]> {
  const words = searchWords(search.replace(NUMBER_SIGN, '')).filter((word) => word !== '');
  const each = [...new Set(words)].map((text) => {
    const digits = text.replace(/[.-]/g, '');
    const number = /^[0-9]+$/.test(digits) ? digits : null;
    const part = number && number.length >= shortestPart ? `%${number}%` : number;
    return { pattern: likePatterns(text)[0] ?? text, number, part };
  });
  if (each.length === 0) return [];
  const clients = await peopleWith(db, 'client', each);
  const students = await peopleWith(db, 'student', each);
  return each.map(({ number }, place) => ({
    clients: clients[place] ?? [],
    students: students[place] ?? [],
    sale: number && isSaleNumber(number) ? Number(number) : null,
  }));
}

/** The ids of the people with each of the words. */
async function peopleWith(
  db: Db,
  kind: PersonKind,
  words: readonly { pattern: string; part: string | null }[],
): Promise<number[][]> {
  const { table, key, inSales } = peopleTables[kind];
  const { rows } = await sql<{ place: number; ids: number[] }>`
    WITH words AS MATERIALIZED (
      SELECT place::integer, pattern, part
      FROM unnest(${words.map(({ pattern }) => pattern)}::text[], ${words.map(({ part }) => part)}::text[])
        WITH ORDINALITY AS given (pattern, part, place)),
    found AS (
      SELECT place, id FROM words JOIN ${table} ON search_text LIKE pattern OR ${key} LIKE part
      UNION
      SELECT place, ${inSales} FROM words JOIN name_corrections
        ON search_text LIKE pattern AND ${inSales} IS NOT NULL),
    people AS (
      SELECT DISTINCT place, coalesce(merged_into, id) AS id FROM found JOIN ${table} USING (id))
    SELECT place, array_agg(id) AS ids FROM (
      SELECT place, id FROM people
      UNION ALL
      SELECT place, merged.id FROM people JOIN ${table} merged ON merged.merged_into = people.id
    ) AS records GROUP BY place`.execute(db);
  const ids: number[][] = words.map(() => []);
  for (const row of rows) ids[row.place - 1] = row.ids;
  return ids;
}
