import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { holdsWords, inPortugueseOrder, pageOf, rowsAndCount, sliceOf } from './listing.ts';

export type RowsWithSoftDeletion<Row extends { id: number }> = ReturnType<
  typeof rowsWithSoftDeletion<Row>
>;

/** Queries on a table that marks its deleted rows. `columns` are all that may be written, without the id. */
export function rowsWithSoftDeletion<Row extends { id: number }>(
  name: 'material_lists' | 'payment_methods' | 'products' | 'users',
  columns: readonly (keyof Omit<Row, 'id'> & string)[],
) {
  type Fields = Omit<Row, 'id'>;
  const table = sql.table(name);
  const written = sql.join(columns.map((column) => sql.ref(column)));
  const values = (fields: Fields) => sql.join(columns.map((column) => fields[column]));
  return {
    /** One page of the rows that are not deleted, by name, and their count, both from one snapshot. */
    async page<T>(db: Db, query: PageQuery, shown: (row: Row) => T): Promise<Page<T>> {
      const { search } = query;
      const slice = sliceOf(query);
      const sought = search ? sql`AND ${holdsWords(sql.ref('search_text'), search)}` : sql``;
      const order = sql`ORDER BY ${inPortugueseOrder('name')}, id`;
      const found = await sql<Row & { count: number }>`
        WITH found AS MATERIALIZED (
          SELECT id, ${written} FROM ${table} WHERE deleted_at IS NULL ${sought}),
        counted AS (SELECT count(*) AS count FROM found),
        page AS (SELECT * FROM found ${order} LIMIT ${slice.limit} OFFSET ${slice.offset})
        SELECT counted.count, page.* FROM counted LEFT JOIN page ON true ${order}`.execute(db);
      const { rows, count } = rowsAndCount<Row>(found.rows);
      return pageOf(rows.map(shown), count, slice);
    },

    /** Undefined when the row is deleted. Sales that refer to the row do not wait for the lock. */
    async lock(tx: Tx, id: number): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        SELECT id, ${written} FROM ${table} WHERE id = ${id} AND deleted_at IS NULL
        FOR NO KEY UPDATE`.execute(tx);
      return rows[0];
    },

    async insert(tx: Tx, fields: Fields): Promise<Row> {
      const { rows } = await sql<Row>`
        INSERT INTO ${table} (${written}) VALUES (${values(fields)})
        RETURNING id, ${written}`.execute(tx);
      return rows[0] as Row;
    },

    async update(tx: Tx, id: number, fields: Fields): Promise<Row> {
      const { rows } = await sql<Row>`
        UPDATE ${table} SET (${written}) = ROW (${values(fields)}) WHERE id = ${id}
        RETURNING id, ${written}`.execute(tx);
      return rows[0] as Row;
    },

    /** All in one statement, in this order. */
    async insertAll(tx: Tx, all: readonly Fields[]): Promise<Row[]> {
      if (all.length === 0) return [];
      const { rows } = await sql<Row>`
        INSERT INTO ${table} (${written})
        SELECT ${written} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(all)})
        RETURNING id, ${written}`.execute(tx);
      return rows;
    },

    async updateAll(tx: Tx, all: readonly Row[]): Promise<void> {
      if (all.length === 0) return;
      await sql`
        UPDATE ${table} SET (${written}) = (SELECT ${written} FROM jsonb_populate_record(NULL::${table}, given))
        FROM jsonb_array_elements(${JSON.stringify(all)}::jsonb) AS given
        WHERE id = (given ->> 'id')::integer`.execute(tx);
    },

    async markDeleted(tx: Tx, ids: readonly number[], by: number): Promise<void> {
      await sql`
        UPDATE ${table} SET deleted_at = now(), deleted_by = ${by}
        WHERE id = ANY (${[...ids]}::integer[])`.execute(tx);
    },
  };
}
