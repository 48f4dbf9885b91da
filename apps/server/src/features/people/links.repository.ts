import { sql } from 'kysely';
import { type PersonKind, peopleTables, recordsOf } from '../../database/clients-and-students.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import { type NameAndNumber, numberOf } from './people.repository.ts';

/** More sales than this say nothing new about who buys for whom. */
const RECENT_SALES = 200;

/** Who is linked, and then who is in the newest sales only: `link` is null. By name. */
export async function companionsOf(
  db: Db,
  kind: PersonKind,
  id: number,
): Promise<(NameAndNumber & { link: number | null })[]> {
  const { inSales } = peopleTables[kind];
  const other = kind === 'client' ? 'student' : 'client';
  const { table, inSales: othersInSales } = peopleTables[other];
  const { rows } = await sql<NameAndNumber & { link: number | null }>`
    WITH of_sales AS (
      SELECT ${othersInSales} AS id FROM sales
      WHERE ${inSales} IN ${recordsOf(kind, id)} AND student_id IS NOT NULL AND deleted_at IS NULL
      ORDER BY sales.id DESC LIMIT ${RECENT_SALES}),
    companions AS (
      SELECT id, max(link) AS link FROM (
        SELECT coalesce(bought.merged_into, bought.id) AS id, NULL::integer AS link
        FROM of_sales JOIN ${table} AS bought USING (id)
        UNION ALL
        SELECT ${othersInSales}, id FROM client_students WHERE ${inSales} = ${id}) AS each
      GROUP BY id)
    SELECT p.id, ${numberOf(other, 'p')} AS number, p.name, link
    FROM companions JOIN ${table} AS p USING (id)
    ORDER BY link IS NULL, ${inPortugueseOrder('name')}, p.id`.execute(db);
  return rows;
}

/** The id of the link, and whether it is new. */
export async function insertLink(
  tx: Tx,
  link: { client: number; student: number },
): Promise<{ id: number; isNew: boolean }> {
  const values = { client_id: link.client, student_id: link.student };
  const inserted = await tx
    .insertInto('client_students')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { ...inserted, isNew: true };
  const { id } = await tx
    .selectFrom('client_students')
    .select('id')
    .where('client_id', '=', link.client)
    .where('student_id', '=', link.student)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

/** Undefined when there is no such link. */
export function removeLink(tx: Tx, id: number) {
  return tx
    .deleteFrom('client_students')
    .where('id', '=', id)
    .returning(['client_id', 'student_id'])
    .executeTakeFirst();
}
