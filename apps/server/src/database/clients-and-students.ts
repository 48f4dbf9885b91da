import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** Queries on a table of people who are found by a number: `key` is its column. */
export function clientsOrStudents<Row>(
  table: 'clients' | 'students',
  key: keyof Row & ('cpf' | 'registration'),
) {
  const columns = sql`id, ${sql.ref(key)}, name`;
  return {
    async find(db: Db, number: string): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        SELECT ${columns} FROM ${sql.table(table)} WHERE ${sql.ref(key)} = ${number}`.execute(db);
      return rows[0];
    },

    /** Undefined when the number already exists or a concurrent request adds it first. */
    async insert(db: Db, number: string, name: string): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        INSERT INTO ${sql.table(table)} (${sql.ref(key)}, name) VALUES (${number}, ${name})
        ON CONFLICT (${sql.ref(key)}) DO NOTHING RETURNING ${columns}`.execute(db);
      return rows[0];
    },
  };
}
