import { sql } from 'kysely';
import { type PersonKind, peopleTables, recordsOf } from '../../database/clients-and-students.ts';
import type { Db, Tx } from '../../database/connection.ts';

export type StoredPerson = { id: number; number: string; name: string; created_at: Date };

const storedIn = (kind: PersonKind) =>
  sql`id, ${peopleTables[kind].key} AS number, name, created_at`;

/**
 * A person who is neither merged nor anonymised. If locked, no sale to them is recorded until the end of the
 * transaction.
 */
export async function findPerson(
  db: Db,
  kind: PersonKind,
  by: { id: number } | { number: string },
  { locked }: { locked: boolean },
): Promise<StoredPerson | undefined> {
  const { table, key } = peopleTables[kind];
  const { rows } = await sql<StoredPerson>`
    SELECT ${storedIn(kind)} FROM ${table}
    WHERE ${'id' in by ? sql`id = ${by.id}` : sql`${key} = ${by.number}`}
      AND merged_into IS NULL AND anonymised_at IS NULL
    ${locked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

/** Oldest first. */
export async function mergedInto(db: Db, kind: PersonKind, id: number): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    SELECT ${storedIn(kind)} FROM ${peopleTables[kind].table}
    WHERE merged_into = ${id} ORDER BY id`.execute(db);
  return rows;
}

/** Deleted sales included. */
export async function countSales(tx: Tx, kind: PersonKind, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM sales
    WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The students of the client's sales, or the clients of the student's, as they are now. */
export async function companionsOf(db: Db, kind: PersonKind, id: number): Promise<StoredPerson[]> {
  const other = kind === 'client' ? 'student' : 'client';
  const { rows } = await sql<StoredPerson>`
    SELECT ${storedIn(other)} FROM ${peopleTables[other].table}
    WHERE id IN (
      SELECT ${peopleTables[other].inSales} FROM sales
      WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)})
    ORDER BY id`.execute(db);
  return rows;
}

export async function linkedTo(db: Db, kind: PersonKind, id: number): Promise<StoredPerson[]> {
  const other = kind === 'client' ? 'student' : 'client';
  const { rows } = await sql<StoredPerson>`
    SELECT ${storedIn(other)} FROM ${peopleTables[other].table}
    WHERE id IN (
      SELECT ${peopleTables[other].inSales} FROM client_students
      WHERE ${peopleTables[kind].inSales} = ${id})
    ORDER BY id`.execute(db);
  return rows;
}

/** Oldest first. */
export async function nameCorrectionsOf(db: Db, kind: PersonKind, id: number) {
  const { rows } = await sql<{ at: Date; old_name: string; new_name: string }>`
    SELECT at, old_name, new_name
    FROM name_corrections JOIN audit_events ON audit_events.id = audit_event_id
    WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)}
    ORDER BY audit_event_id`.execute(db);
  return rows;
}

/** Orders with the person's number that are not erased yet, oldest first. */
export function parkedSalesOf(db: Db, kind: PersonKind, number: string) {
  return db
    .selectFrom('parked_sales')
    .select([
      'id',
      'parked_at',
      'seller_id',
      'client_cpf',
      'client_name',
      'student_registration',
      'student_name',
      'items',
    ])
    .where(peopleTables[kind].parkedNumber, '=', number)
    .orderBy('id')
    .execute();
}

/**
 * Replaces name and number in the person's record, in those merged into it, in corrected names and in the
 * copies that sales keep. Parked orders go on without the person, returns without their reason, which may name
 * people. Returns the pseudonym.
 */
export async function replaceIdentity(tx: Tx, kind: PersonKind, id: number): Promise<string> {
  const anonymise = sql.raw(`anonymise_${kind}`);
  const { rows } = await sql<{ pseudonym: string }>`
    SELECT ${anonymise}(${id}) AS pseudonym`.execute(tx);
  return (rows[0] as { pseudonym: string }).pseudonym;
}
