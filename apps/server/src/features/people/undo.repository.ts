import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';
import type { Merge } from './changes.repository.ts';
import { numberOf } from './people.repository.ts';

/**
 * Removes the links between these pairs that were there at a moment. Those that somebody has taken off and made again
 * since stay. Returns the removed ones.
 */
export async function removeLinks(
  tx: Tx,
  pairs: readonly { client: number; student: number }[],
  { madeBy }: { madeBy: Date },
): Promise<{ client: number; student: number }[]> {
  return rowsOf<{ client: number; student: number }>(tx)`
    DELETE FROM client_students l
    USING jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pair (client integer, student integer)
    WHERE l.client_id = pair.client AND l.student_id = pair.student
      AND date_trunc('milliseconds', l.created_at) <= ${madeBy}
    RETURNING l.client_id AS client, l.student_id AS student`;
}

/**
 * Deletes those of them whom nothing refers to and nobody has corrected since. They are locked, so that no sale
 * to them is on its way. Returns their ids.
 */
export async function deleteUnusedPeople(
  tx: Tx,
  kind: PersonKind,
  ids: readonly number[],
): Promise<number[]> {
  const { table, key, inSales, parkedNumber } = peopleTables[kind];
  const { rows } = await sql<{ id: number }>`
    DELETE FROM ${table} AS p
    WHERE id = ANY (${[...ids]}::integer[])
      AND NOT EXISTS (SELECT FROM sales WHERE ${inSales} = p.id)
      AND NOT EXISTS (SELECT FROM client_students WHERE ${inSales} = p.id)
      AND NOT EXISTS (SELECT FROM ${table} AS m WHERE m.merged_into = p.id)
      AND NOT EXISTS (SELECT FROM parked_sales WHERE ${sql.ref(parkedNumber)} = p.${key})
      AND NOT EXISTS (
        SELECT FROM audit_events WHERE subject_id = p.id AND action = ${`${kind}.edited`})
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Takes the records of a merge out of the one that stayed, and gives them back the links that it still has.
 * Returns how many links it no longer has. Throws a violation of the index of numbers.
 */
export async function separatePeople(
  tx: Tx,
  kind: PersonKind,
  { kept, merged, records, links, added }: Merge,
): Promise<number> {
  const { table, inSales, other } = peopleTables[kind];
  const others = peopleTables[other].inSales;
  await sql`
    UPDATE ${table} SET merged_into = CASE WHEN id = ${merged} THEN NULL ELSE ${merged}::integer END
    WHERE id = ANY (${records}::integer[])`.execute(tx);
  const returned = await sql`
    INSERT INTO client_students (${inSales}, ${others})
    SELECT ${merged}, ${others} FROM client_students
    WHERE ${inSales} = ${kept} AND ${others} = ANY (${links}::integer[])
    RETURNING id`.execute(tx);
  await sql`
    DELETE FROM client_students
    WHERE ${inSales} = ${kept} AND ${others} = ANY (${added}::integer[])`.execute(tx);
  return links.length - returned.rows.length;
}

/** Those of the records that are still merged into this one and not anonymised; locks them. */
export async function lockMerged(
  tx: Tx,
  kind: PersonKind,
  kept: number,
  records: readonly number[],
): Promise<{ id: number; number: string; name: string }[]> {
  const { table, key } = peopleTables[kind];
  return rowsOf<{ id: number; number: string; name: string }>(tx)`
    SELECT id, ${key} AS number, name FROM ${table}
    WHERE id = ANY (${[...records]}::integer[]) AND merged_into = ${kept} AND anonymised_at IS NULL
    ORDER BY id FOR UPDATE`;
}

export async function salesSince(
  tx: Tx,
  kind: PersonKind,
  id: number,
  since: Date,
): Promise<number> {
  const { count } = await oneOf<{ count: number }>(tx)`
    SELECT count(*) FROM sales
    WHERE ${peopleTables[kind].inSales} = ${id} AND deleted_at IS NULL AND created_at >= ${since}
  `;
  return count;
}

/** Number and name of these records, merged ones too; without a number when anonymised. */
export async function namesOf(
  db: Db,
  kind: PersonKind,
  ids: readonly number[],
): Promise<{ id: number; number: string; name: string }[]> {
  const { table } = peopleTables[kind];
  return rowsOf<{ id: number; number: string; name: string }>(db)`
    SELECT id, ${numberOf(kind, 'p')} AS number, name FROM ${table} AS p
    WHERE id = ANY (${[...ids]}::integer[])`;
}
