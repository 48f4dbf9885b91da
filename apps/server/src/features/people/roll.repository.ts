import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import type { NameAndNumber } from './people.repository.ts';

/** `merged_into` is the name of the record that stays, if the number is only that of a merged one. */
export type KnownPerson = NameAndNumber & { merged_into: string | null };

/**
 * Who has these numbers. `lock` keeps them from being merged, renamed or anonymised until the end of the
 * transaction; sales to them do not wait.
 */
export async function peopleWithNumbers(
  db: Db,
  kind: PersonKind,
  numbers: readonly string[],
  lock: boolean,
): Promise<KnownPerson[]> {
  const { table, key } = peopleTables[kind];
  const given = sql`${key} = ANY (${[...numbers]}::text[])`;
  if (lock) {
    await sql`
      SELECT id FROM ${table} WHERE ${given} AND merged_into IS NULL
      ORDER BY id FOR NO KEY UPDATE`.execute(db);
  }
  const { rows } = await sql<KnownPerson>`
    SELECT DISTINCT ON (p.${key}) p.id, p.${key} AS number, p.name, kept.name AS merged_into
    FROM ${table} p LEFT JOIN ${table} kept ON kept.id = p.merged_into
    WHERE p.${given}
    ORDER BY p.${key}, p.merged_into NULLS FIRST, p.id DESC`.execute(db);
  return rows;
}

/** The stored numbers of students that differ from these only in the zeros in front. */
export async function registrationsAlike(
  db: Db,
  numbers: readonly string[],
): Promise<{ number: string; alike: string }[]> {
  const { rows } = await sql<{ number: string; alike: string }>`
    SELECT given.number, students.registration AS alike
    FROM unnest(${[...numbers]}::text[]) AS given (number)
    JOIN students ON ltrim(students.registration, '0') = ltrim(given.number, '0')
    WHERE students.registration <> given.number`.execute(db);
  return rows;
}
