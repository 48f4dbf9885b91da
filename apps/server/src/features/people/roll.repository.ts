import { sql } from 'kysely';
import { type PersonKind, peopleTables } from '../../database/clients-and-students.ts';
import type { Db, Tx } from '../../database/connection.ts';
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

export type LinkedPair = { client: number; student: number };

export async function linksOfClients(db: Db, clients: readonly number[]): Promise<LinkedPair[]> {
  const { rows } = await sql<LinkedPair>`
    SELECT client_id AS client, student_id AS student FROM client_students
    WHERE client_id = ANY (${[...clients]}::integer[])`.execute(db);
  return rows;
}

type NewPerson = Omit<NameAndNumber, 'id'>;

export async function insertPeople(
  tx: Tx,
  kind: PersonKind,
  people: readonly NewPerson[],
): Promise<NameAndNumber[]> {
  const { table, key } = peopleTables[kind];
  const { rows } = await sql<NameAndNumber>`
    INSERT INTO ${table} (${key}, name)
    SELECT number, name FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS person (number text, name text)
    RETURNING id, ${key} AS number, name`.execute(tx);
  return rows;
}

/** Parked orders know a person by the number, and get the new name too. */
export async function renamePeople(
  tx: Tx,
  kind: PersonKind,
  people: readonly NameAndNumber[],
): Promise<void> {
  const { table, parkedNumber, parkedName } = peopleTables[kind];
  const renamed = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
    AS renamed (id integer, number text, name text)`;
  await sql`
    UPDATE ${table} AS p SET name = renamed.name FROM ${renamed} WHERE p.id = renamed.id
  `.execute(tx);
  await sql`
    UPDATE parked_sales SET ${sql.ref(parkedName)} = renamed.name FROM ${renamed}
    WHERE ${sql.ref(parkedNumber)} = renamed.number`.execute(tx);
}

/** Of the events in the audit, in their order. */
export async function insertNameCorrections(
  tx: Tx,
  kind: PersonKind,
  corrections: readonly { event: number; person: number; from: string; to: string }[],
): Promise<void> {
  await sql`
    INSERT INTO name_corrections (audit_event_id, ${peopleTables[kind].inSales}, old_name, new_name)
    SELECT event, person, "from", "to" FROM jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb)
      AS correction (event bigint, person integer, "from" text, "to" text)`.execute(tx);
}

export async function insertLinks(tx: Tx, links: readonly LinkedPair[]): Promise<void> {
  await sql`
    INSERT INTO client_students (client_id, student_id)
    SELECT client, student FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      AS link (client integer, student integer)`.execute(tx);
}
