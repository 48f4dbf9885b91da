import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import type { NameAndNumber } from './people.repository.ts';

export type NewPerson = Omit<NameAndNumber, 'id'>;
export type Correction = { before: NameAndNumber; after: NameAndNumber };

/** Returns those who are new: a number may exist already, or a concurrent request adds it first. */
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
    ON CONFLICT (${key}) WHERE merged_into IS NULL DO NOTHING
    RETURNING id, ${key} AS number, name`.execute(tx);
  return rows;
}

export async function updatePeople(
  tx: Tx,
  kind: PersonKind,
  people: readonly NameAndNumber[],
): Promise<void> {
  const { table, key } = peopleTables[kind];
  await sql`
    UPDATE ${table} AS p SET name = person.name, ${key} = person.number
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS person (id integer, number text, name text)
    WHERE p.id = person.id`.execute(tx);
}

/** Parked orders know a person by the number alone, so they get the new number and name. */
export async function moveParkedOrders(
  tx: Tx,
  kind: PersonKind,
  moves: readonly { before: NewPerson; after: NewPerson }[],
): Promise<void> {
  const { parkedNumber, parkedName } = peopleTables[kind];
  const people = moves.map(({ before, after: { number, name } }) => {
    return { before: before.number, number, name };
  });
  await sql`
    UPDATE parked_sales
    SET ${sql.ref(parkedNumber)} = person.number, ${sql.ref(parkedName)} = person.name
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS person (before text, number text, name text)
    WHERE ${sql.ref(parkedNumber)} = person.before`.execute(tx);
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

/** The records and the links of `merged` become those of `kept`. No sale changes. */
export async function mergePeople(
  tx: Tx,
  kind: PersonKind,
  kept: number,
  merged: number,
): Promise<void> {
  const { table, inSales, other } = peopleTables[kind];
  const others = peopleTables[other].inSales;
  await sql`
    UPDATE ${table} SET merged_into = ${kept} WHERE id = ${merged} OR merged_into = ${merged}
  `.execute(tx);
  await sql`
    INSERT INTO client_students (${inSales}, ${others})
    SELECT ${kept}, ${others} FROM client_students WHERE ${inSales} = ${merged}
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`DELETE FROM client_students WHERE ${inSales} = ${merged}`.execute(tx);
}
