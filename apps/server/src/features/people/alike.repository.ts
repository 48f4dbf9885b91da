import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { rowsOf } from '../../database/rows.ts';

type Person = { id: number; number: string; name: string };

/*
 * Two records that may be one person: their numbers differ by one digit (another, missing or extra) or by two
 * neighbours that changed places, and their names have the same words in any order and spelling: then
 * they have the same name_key (0018_people.ts).
 */

type Sql = RawBuilder<unknown>;

/** Those who may be compared: not merged or anonymised, with a name. */
const comparable = sql`merged_into IS NULL AND anonymised_at IS NULL AND search_text <> ''`;

/** Those who may be this person too. Their numbers are few, and looked up in the index. */
export async function peopleAlike(db: Db, kind: PersonKind, id: number): Promise<Person[]> {
  const { table, key } = peopleTables[kind];
  return rowsOf<Person>(db)`
    WITH person AS MATERIALIZED (
      SELECT id, ${key} AS number, name_key
      FROM ${table} WHERE id = ${id} AND ${comparable}),
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
      AND p.name_key = person.name_key
    ORDER BY p.name, p.id`;
}

const without = (text: string) => sql.raw(`overlay(${text} placing '' from place for 1)`);

/** All CPFs have the same length. */
const SHORTENED = sql`
      UNION ALL
      SELECT a.id, b.id, a.number, b.number, false
      FROM people AS a JOIN people AS b ON b.name_key = a.name_key AND b.size = a.size - 1
      WHERE NOT a.many
        AND (left(a.number, b.half) = left(b.number, b.half) OR right(a.number, b.half) = right(b.number, b.half))`;

/** A name that more people have: their numbers may follow one another, so that too many share a half. */
const MANY = sql.lit(200);

/**
 * The ids of all who may be registered twice, by the same rule. Near numbers of one length have one of their halves
 * in common, or all but the two digits between the halves; so a name that many have makes few pairs. Of those,
 * one other digit, or two that changed places, make a difference of one or two digits and zeros (20, 8100). Of a name
 * that very many have, numbers are compared if they are the same without one of their digits.
 */
export function everybodyAlike(kind: PersonKind): Sql {
  const { table, key } = peopleTables[kind];
  return sql`(
    WITH names AS MATERIALIZED (
      SELECT name_key, count(*) > ${MANY} AS many FROM ${table} WHERE ${comparable}
      GROUP BY name_key HAVING count(*) > 1),
    people AS MATERIALIZED (
      SELECT id, ${key} AS number, length(${key}) AS size, length(${key}) / 2 AS half, name_key,
        ${key}::bigint AS value, many
      FROM ${table} JOIN names USING (name_key) WHERE ${comparable}),
    parts AS MATERIALIZED (
      SELECT id, number, size, value, place, hashtextextended(digits, name_key # which) AS part
      FROM people, LATERAL (
        SELECT NULL::integer, three.* FROM (VALUES
          (1, left(number, half)), (2, substr(number, half + 1)),
          (3, left(number, greatest(half - 1, 0)) || substr(number, half + 2))) AS three
        WHERE NOT many
        UNION ALL
        SELECT place, 0, ${without('number')} FROM generate_series(1, size + 1) AS place
        WHERE many AND substr(number, place, 1) <> substr(' ' || number, place, 1)) AS parts (place, which, digits)),
    pairs AS (
      SELECT a.id AS one, b.id AS other, a.number AS a, b.number AS b,
        a.place = b.place OR a.place > 0 AND a.size > b.size AS is_near
      FROM parts AS a JOIN parts AS b USING (part)
      WHERE (a.size, a.id) > (b.size, b.id)
        AND (a.size > b.size OR length(rtrim(abs(a.value - b.value)::text, '0')) <= 2)
      ${kind === 'student' ? SHORTENED : sql``}),
    near AS MATERIALIZED (
      SELECT one, other FROM pairs
      WHERE is_near OR EXISTS (
        SELECT FROM generate_series(1, length(a)) AS place
        WHERE ${without('a')} IN (b, ${without('b')})
          OR overlay(a placing reverse(substr(a, place, 2)) from place for 2) = b))
    SELECT one FROM near UNION SELECT other FROM near)`;
}
