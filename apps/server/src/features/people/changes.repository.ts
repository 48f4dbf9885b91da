import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { rowsOf } from '../../database/rows.ts';
import type { NameAndNumber } from './people.repository.ts';

/** `class` is '' for clients. */
export type PersonFields = NameAndNumber & { class: string };
export type NewPerson = Omit<PersonFields, 'id'>;
export type Correction = { before: PersonFields; after: PersonFields };

/** Returns those who are new: a number may exist already, or a concurrent request adds it first. */
export async function insertPeople(
  tx: Tx,
  kind: PersonKind,
  people: readonly NewPerson[],
): Promise<PersonFields[]> {
  const { table, key } = peopleTables[kind];
  const ofClass = kind === 'student' ? sql`, class` : sql``;
  return rowsOf<PersonFields>(tx)`
    INSERT INTO ${table} AS p (${key}, name${ofClass})
    SELECT number, name${ofClass} FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS person (number text, name text, class text)
    ON CONFLICT (${key}) WHERE merged_into IS NULL DO NOTHING
    RETURNING id, ${key} AS number, name, ${peopleTables[kind].classIn('p')} AS class`;
}

export async function updatePeople(
  tx: Tx,
  kind: PersonKind,
  people: readonly PersonFields[],
): Promise<void> {
  const { table, key } = peopleTables[kind];
  const ofClass = kind === 'student' ? sql`, class = person.class` : sql``;
  await sql`
    UPDATE ${table} AS p SET name = person.name, ${key} = person.number${ofClass}
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS person (id integer, number text, name text, class text)
    WHERE p.id = person.id`.execute(tx);
}

/**
 * Parked orders know a person by the number alone, so they get the new number and name. Returns their ids. `among`:
 * only these.
 */
export async function moveParkedOrders(
  tx: Tx,
  kind: PersonKind,
  moves: readonly { before: NameAndNumber; after: NameAndNumber }[],
  among: readonly number[] | null = null,
): Promise<number[]> {
  const { parkedNumber, parkedName } = peopleTables[kind];
  const people = moves.map(({ before, after: { number, name } }) => {
    return { before: before.number, number, name };
  });
  const { rows } = await sql<{ id: number }>`
    UPDATE parked_sales
    SET ${sql.ref(parkedNumber)} = person.number, ${sql.ref(parkedName)} = person.name
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS person (before text, number text, name text)
    WHERE ${sql.ref(parkedNumber)} = person.before
      AND (${among && [...among]}::integer[] IS NULL OR parked_sales.id = ANY (${among && [...among]}::integer[]))
    RETURNING parked_sales.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Events in the audit have no names; these belong to them. */
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

/** What a merge moved, by ids: all that its undoing needs, since no sale changes by it. */
export type Merge = {
  kept: number;
  merged: number;
  /** The merged record and those that had been merged into it. */
  records: number[];
  /** Who was linked to the merged record, and who of them was not linked to the one that stays. */
  links: number[];
  added: number[];
  /** Its parked orders. */
  parked: number[];
};

/** The records and the links of `merged` become those of `kept`. No sale changes. */
export async function mergePeople(
  tx: Tx,
  kind: PersonKind,
  kept: number,
  merged: number,
): Promise<Pick<Merge, 'records' | 'links' | 'added'>> {
  const { table, inSales, other } = peopleTables[kind];
  const others = peopleTables[other].inSales;
  const records = await sql<{ id: number }>`
    UPDATE ${table} SET merged_into = ${kept} WHERE id = ${merged} OR merged_into = ${merged}
    RETURNING id`.execute(tx);
  const added = await sql<{ id: number }>`
    INSERT INTO client_students (${inSales}, ${others})
    SELECT ${kept}, ${others} FROM client_students WHERE ${inSales} = ${merged}
    ON CONFLICT DO NOTHING RETURNING ${others} AS id`.execute(tx);
  const links = await sql<{ id: number }>`
    DELETE FROM client_students WHERE ${inSales} = ${merged} RETURNING ${others} AS id`.execute(tx);
  const [all, moved, now] = [records, links, added].map(({ rows }) => rows.map(({ id }) => id));
  return { records: all ?? [], links: moved ?? [], added: now ?? [] };
}

/** `merged_into` is the name of the record that stays, if the number is only that of a merged one. */
export type KnownPerson = PersonFields & { merged_into: string | null };

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
  const { table, key, classIn } = peopleTables[kind];
  const given = sql`${key} = ANY (${[...numbers]}::text[])`;
  if (lock) {
    await sql`
      SELECT id FROM ${table} WHERE ${given} AND merged_into IS NULL
      ORDER BY id FOR NO KEY UPDATE`.execute(db);
  }
  return rowsOf<KnownPerson>(db)`
    SELECT DISTINCT ON (p.${key}) p.id, p.${key} AS number, p.name, ${classIn('p')} AS class,
      kept.name AS merged_into
    FROM ${table} p LEFT JOIN ${table} kept ON kept.id = p.merged_into
    WHERE p.${given}
    ORDER BY p.${key}, p.merged_into NULLS FIRST, p.id DESC`;
}

/** The stored numbers of students that differ from these only in the zeros in front. */
export async function registrationsAlike(
  db: Db,
  numbers: readonly string[],
): Promise<{ number: string; alike: string }[]> {
  return rowsOf<{ number: string; alike: string }>(db)`
    SELECT given.number, students.registration AS alike
    FROM unnest(${[...numbers]}::text[]) AS given (number)
    JOIN students ON ltrim(students.registration, '0') = ltrim(given.number, '0')
    WHERE students.registration <> given.number`;
}
