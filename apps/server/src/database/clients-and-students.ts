import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** More sales than this say nothing new about who buys for whom. */
const RECENT_SALES = 200;
const MAX_COMPANIONS = 5;

const tables = {
  client: { table: sql.table('clients'), key: sql.ref('cpf'), inSales: sql.ref('client_id') },
  student: {
    table: sql.table('students'),
    key: sql.ref('registration'),
    inSales: sql.ref('student_id'),
  },
};

/** Queries on a table of people who are found by a number: a CPF or a matrícula. */
export function clientsOrStudents<Row, Companion>(noun: 'client' | 'student') {
  const { table, key, inSales } = tables[noun];
  const columns = sql`id, ${key}, name`;
  const other = tables[noun === 'client' ? 'student' : 'client'];
  const first = async <T>(db: Db, query: RawBuilder<T>) => (await query.execute(db)).rows[0];
  // Only clients are anonymised.
  const isKnown = noun === 'client' ? sql`anonymised_at IS NULL` : sql`true`;
  const companionIsKnown = noun === 'client' ? sql`true` : sql`anonymised_at IS NULL`;

  return {
    find: (db: Db, number: string) =>
      first(db, sql<Row>`SELECT ${columns} FROM ${table} WHERE ${key} = ${number}`),

    /** Undefined when the number already exists or a concurrent request adds it first. */
    insert: (db: Db, number: string, name: string) =>
      first(
        db,
        sql<Row>`
          INSERT INTO ${table} (${key}, name) VALUES (${number}, ${name})
          ON CONFLICT (${key}) DO NOTHING RETURNING ${columns}`,
      ),

    /** Locks the person with this id and this number, unless they are anonymised. */
    lock: (tx: Tx, id: number, number: string) =>
      first(
        tx,
        sql<Row>`
          SELECT ${columns} FROM ${table} WHERE id = ${id} AND ${key} = ${number} AND ${isKnown}
          FOR UPDATE`,
      ),

    rename: (tx: Tx, id: number, name: string) =>
      sql`UPDATE ${table} SET name = ${name} WHERE id = ${id}`.execute(tx),

    /** The students of a client's sales, or the clients of a student's, those of the newest sale first. */
    async companions(db: Db, number: string): Promise<Companion[]> {
      const { rows } = await sql<Companion>`
        SELECT companion.id, companion.${other.key}, companion.name
        FROM (
          SELECT companion_id, max(sale_id) AS newest FROM (
            SELECT id AS sale_id, ${other.inSales} AS companion_id FROM sales
            WHERE ${inSales} = (SELECT id FROM ${table} WHERE ${key} = ${number})
              AND student_id IS NOT NULL AND deleted_at IS NULL
            ORDER BY id DESC LIMIT ${RECENT_SALES}) AS recent
          GROUP BY companion_id) AS latest
        JOIN ${other.table} AS companion ON companion.id = companion_id
        WHERE ${companionIsKnown}
        ORDER BY newest DESC LIMIT ${MAX_COMPANIONS}`.execute(db);
      return rows;
    },
  };
}
