import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** More sales than this say nothing new about who buys for whom. */
const RECENT_SALES = 200;
const MAX_COMPANIONS = 5;

export type PersonKind = 'client' | 'student';

/** `inSales` is also the column of links and of corrected names. */
export const peopleTables = {
  client: {
    table: sql.table('clients'),
    key: sql.ref('cpf'),
    inSales: sql.ref('client_id'),
    parkedNumber: 'client_cpf',
    parkedName: 'client_name',
  },
  student: {
    table: sql.table('students'),
    key: sql.ref('registration'),
    inSales: sql.ref('student_id'),
    parkedNumber: 'student_registration',
    parkedName: 'student_name',
  },
} as const;

/** The ids of a person's record and of those that were merged into it: their sales are the person's. */
export function recordsOf(kind: PersonKind, id: number): RawBuilder<unknown> {
  const { table } = peopleTables[kind];
  return sql`(SELECT id FROM ${table} WHERE id = ${id} OR merged_into = ${id})`;
}

/** Queries on a table of people who are found by a number: a CPF or a matrícula. */
export function clientsOrStudents<Row, Companion>(noun: PersonKind) {
  const { table, key, inSales } = peopleTables[noun];
  const columns = sql`id, ${key}, name`;
  const other = peopleTables[noun === 'client' ? 'student' : 'client'];
  const first = async <T>(db: Db, query: RawBuilder<T>) => (await query.execute(db)).rows[0];

  return {
    find: (db: Db, number: string) =>
      first(
        db,
        sql<Row>`
          SELECT ${columns} FROM ${table} WHERE ${key} = ${number} AND merged_into IS NULL`,
      ),

    /** Undefined when the number already exists or a concurrent request adds it first. */
    insert: (db: Db, number: string, name: string) =>
      first(
        db,
        sql<Row>`
          INSERT INTO ${table} (${key}, name) VALUES (${number}, ${name})
          ON CONFLICT (${key}) WHERE merged_into IS NULL DO NOTHING RETURNING ${columns}`,
      ),

    /** Locks the person with this id and this number, unless they are merged or anonymised. */
    lock: (tx: Tx, id: number, number: string) =>
      first(
        tx,
        sql<Row>`
          SELECT ${columns} FROM ${table}
          WHERE id = ${id} AND ${key} = ${number} AND merged_into IS NULL AND anonymised_at IS NULL
          FOR UPDATE`,
      ),

    rename: (tx: Tx, id: number, name: string) =>
      sql`UPDATE ${table} SET name = ${name} WHERE id = ${id}`.execute(tx),

    /**
     * The students whom an administrator has linked to a client, then those of the client's sales, the newest
     * sale first; or the clients of a student.
     */
    async companions(db: Db, number: string): Promise<Companion[]> {
      const { rows } = await sql<Companion>`
        WITH person AS (SELECT id FROM ${table} WHERE ${key} = ${number} AND merged_into IS NULL),
        records AS (
          SELECT id FROM person
          UNION ALL SELECT id FROM ${table} WHERE merged_into IN (SELECT id FROM person)),
        of_sales AS (
          SELECT companion_id, max(sale_id) AS newest
          FROM records, LATERAL (
            SELECT id AS sale_id, ${other.inSales} AS companion_id FROM sales
            WHERE ${inSales} = records.id AND student_id IS NOT NULL AND deleted_at IS NULL
            ORDER BY sales.id DESC LIMIT ${RECENT_SALES}) AS recent
          GROUP BY companion_id),
        companions AS (
          SELECT id, max(newest) AS newest, bool_or(linked) AS linked FROM (
            SELECT coalesce(merged_into, id) AS id, newest, false AS linked
            FROM of_sales JOIN ${other.table} AS bought ON bought.id = companion_id
            UNION ALL
            SELECT ${other.inSales}, 0, true FROM client_students
            WHERE ${inSales} IN (SELECT id FROM person)) AS each
          GROUP BY id)
        SELECT companion.id, companion.${other.key}, companion.name
        FROM companions JOIN ${other.table} AS companion USING (id)
        WHERE companion.anonymised_at IS NULL
        ORDER BY linked DESC, newest DESC, id LIMIT ${MAX_COMPANIONS}`.execute(db);
      return rows;
    },
  };
}
