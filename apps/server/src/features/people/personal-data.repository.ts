import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables, recordsOf } from '../../database/person-kind.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';
import type { StoredPerson } from './people.repository.ts';

const storedIn = (kind: PersonKind) =>
  sql`p.id, p.${peopleTables[kind].key} AS number, p.name, ${peopleTables[kind].classIn('p')} AS class, p.created_at`;

/** Oldest first. */
export async function mergedInto(db: Db, kind: PersonKind, id: number): Promise<StoredPerson[]> {
  return rowsOf<StoredPerson>(db)`
    SELECT ${storedIn(kind)} FROM ${peopleTables[kind].table} p
    WHERE merged_into = ${id} ORDER BY id`;
}

/** The students of the client's sales or links, or the clients of the student's, as they are now. */
export async function othersIn(
  db: Db,
  pairs: 'sales' | 'client_students',
  kind: PersonKind,
  id: number,
): Promise<StoredPerson[]> {
  const { other, inSales } = peopleTables[kind];
  const others = peopleTables[other];
  return rowsOf<StoredPerson>(db)`
    SELECT ${storedIn(other)} FROM ${others.table} p
    WHERE id IN (
      SELECT ${others.inSales} FROM ${sql.table(pairs)} WHERE ${inSales} IN ${recordsOf(kind, id)})
    ORDER BY id`;
}

/** Oldest first. */
export async function nameCorrectionsOf(db: Db, kind: PersonKind, id: number) {
  return rowsOf<{ at: Date; old_name: string; new_name: string }>(db)`
    SELECT at, old_name, new_name
    FROM name_corrections JOIN audit_events ON audit_events.id = audit_event_id
    WHERE ${peopleTables[kind].inSales} IN ${recordsOf(kind, id)}
    ORDER BY audit_event_id`;
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
 * Replaces name and number, and removes the class, in the person's record, in those merged into it, in corrected
 * names and in the copies that sales keep. Parked orders go on without the person, returns without their reason, which
 * may name people. Returns the pseudonym.
 */
export async function replaceIdentity(tx: Tx, kind: PersonKind, id: number): Promise<string> {
  const anonymise = sql.raw(`anonymise_${kind}`);
  const { pseudonym } = await oneOf<{ pseudonym: string }>(tx)`
    SELECT ${anonymise}(${id}) AS pseudonym`;
  return pseudonym;
}
