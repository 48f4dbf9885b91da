import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';

type Person = { id: number; number: string; name: string };

/*
 * Two records that may be one person: their numbers differ by one digit (another, missing or extra) or by two
 * neighbours that changed places, and their folded names by the order of their words or by one letter.
 */

type Sql = RawBuilder<unknown>;

const without = (text: Sql, place: Sql) => sql`overlay(${text} placing '' from ${place} for 1)`;
const ordered = (name: Sql) =>
  sql`(SELECT array_agg(word ORDER BY word) FROM unnest(string_to_array(${name}, ' ')) AS word)`;

/** The halves come first: one letter changes one of them alone, and few pairs share the other. */
function namesAlike(a: Sql, b: Sql): Sql {
  const half = sql`(least(length(${a}), length(${b})) / 2)`;
  return sql`(${a} = ${b}
    OR abs(length(${a}) - length(${b})) <= 1
      AND (left(${a}, ${half}) = left(${b}, ${half}) OR right(${a}, ${half}) = right(${b}, ${half}))
      AND EXISTS (
        SELECT FROM generate_series(1, greatest(length(${a}), length(${b}))) AS place
        WHERE ${without(a, sql`place`)} IN (${b}, ${without(b, sql`place`)})
          OR ${without(b, sql`place`)} = ${a})
    OR length(${a}) = length(${b}) AND ${ordered(a)} = ${ordered(b)})`;
}

/** Those who may be compared: not merged or anonymised, with a name. */
const comparable = sql`merged_into IS NULL AND anonymised_at IS NULL AND search_text <> ''`;

/** Those who may be this person too. Their numbers are few, and looked up in the index. */
export async function peopleAlike(db: Db, kind: PersonKind, id: number): Promise<Person[]> {
  const { table, key } = peopleTables[kind];
  const { rows } = await sql<Person>`
    WITH person AS MATERIALIZED (
      SELECT id, ${key} AS number, search_text FROM ${table} WHERE id = ${id} AND ${comparable}),
    near AS (
      SELECT overlay(number placing digit from place for replaced) AS number
      FROM person, generate_series(1, length(number) + 1) AS place,
        unnest(ARRAY['', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) AS digit,
        generate_series(0, 1) AS replaced
      UNION
      SELECT overlay(number placing reverse(substr(number, place, 2)) from place for 2)
      FROM person, generate_series(1, length(number) - 1) AS place)
    SELECT p.id, p.${key} AS number, p.name
    FROM ${table} AS p, person
    WHERE p.${key} = ANY (ARRAY(SELECT number FROM near)) AND p.id <> person.id
      AND p.merged_into IS NULL AND p.anonymised_at IS NULL AND p.search_text <> ''
      AND ${namesAlike(sql`person.search_text`, sql`p.search_text`)}
    ORDER BY p.name, p.id`.execute(db);
  return rows;
}

/** The places of a number and what a digit is worth there. */
const UNITS = sql.raw(
  Array.from(
    { length: MAX_LENGTH.registration },
    (_, place) => `(${place}, ${10 ** place}::bigint)`,
  ).join(),
);

/** Without one of its digits. All CPFs have the same length. */
const SHORTENED = sql`
      UNION ALL
      SELECT d.id, p.id FROM digits AS d JOIN people AS p
        ON p.n = d.n / (d.unit * 10) * d.unit + d.n % d.unit AND p.size = d.size - 1`;

/**
 * The ids of all who may be registered twice, by the same rule. Numbers are compared as integers, each with its
 * length: texts of a hundred thousand people would fill the disk with temporary files. Two numbers that differ at
 * one place are one when its digit is 0.
 */
export function everybodyAlike(kind: PersonKind): Sql {
  const { table, key } = peopleTables[kind];
  return sql`(
    WITH people AS MATERIALIZED (
      SELECT id, search_text, ${key}::bigint AS n, length(${key}) AS size
      FROM ${table} WHERE ${comparable}),
    digits AS NOT MATERIALIZED (
      SELECT id, n, size, place, unit, n / unit % 10 AS digit, n / (unit * 10) % 10 AS before
      FROM people JOIN (VALUES ${UNITS}) AS units (place, unit) ON place < size),
    changed AS NOT MATERIALIZED (
      SELECT id, ((n - digit * unit) * 16 + place) * 16 + size AS blank FROM digits),
    near AS (
      SELECT a.id AS one, b.id AS other FROM changed AS a JOIN changed AS b USING (blank)
      WHERE a.id < b.id
      UNION ALL
      SELECT d.id, p.id FROM digits AS d JOIN people AS p
        ON p.n = d.n + (d.digit - d.before) * 9 * d.unit AND p.size = d.size
      WHERE d.place < d.size - 1 AND d.digit <> d.before
      ${kind === 'student' ? SHORTENED : sql``}),
    pairs AS MATERIALIZED (
      SELECT one, other FROM (
        SELECT one, other, a.search_text AS name, b.search_text AS other_name
        FROM near JOIN people AS a ON a.id = one JOIN people AS b ON b.id = other
        -- Else the planner compares the names of all with all.
        OFFSET 0) AS named
      WHERE ${namesAlike(sql`name`, sql`other_name`)})
    SELECT one FROM pairs UNION SELECT other FROM pairs)`;
}
