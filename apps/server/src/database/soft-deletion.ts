import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { holdsWords, inPortugueseOrder, pageOf, readPage, sliceOf } from './listing.ts';
import { oneOf, rowOf, rowsOf } from './rows.ts';

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
      const listing = {
        found: sql`SELECT id, name FROM ${table} WHERE deleted_at IS NULL ${sought}`,
        slow: true,
        order: sql`${inPortugueseOrder('name')}, id`,
        row: (id: RawBuilder<unknown>) =>
          sql`SELECT id, ${written} FROM ${table} AS t WHERE t.id = ${id}`,
      };
      const { rows, count } = await readPage<Row>(db, listing, slice);
      return pageOf(rows.map(shown), count, slice);
    },

    /** Undefined when the row is deleted. Sales that refer to the row do not wait for the lock. */
    async lock(tx: Tx, id: number): Promise<Row | undefined> {
      return rowOf<Row>(tx)`
        SELECT id, ${written} FROM ${table} WHERE id = ${id} AND deleted_at IS NULL
        FOR NO KEY UPDATE`;
    },

    async insert(tx: Tx, fields: Fields): Promise<Row> {
      return oneOf<Row>(tx)`
        INSERT INTO ${table} (${written}) VALUES (${values(fields)})
        RETURNING id, ${written}`;
    },

    async update(tx: Tx, id: number, fields: Fields): Promise<Row> {
      return oneOf<Row>(tx)`
        UPDATE ${table} SET (${written}) = ROW (${values(fields)}) WHERE id = ${id}
        RETURNING id, ${written}`;
    },

    /** All in one statement, in this order. */
    async insertAll(tx: Tx, all: readonly Fields[]): Promise<Row[]> {
      if (all.length === 0) return [];
      return rowsOf<Row>(tx)`
        INSERT INTO ${table} (${written})
        SELECT ${written} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(all)})
        RETURNING id, ${written}`;
    },

    async updateAll(tx: Tx, all: readonly Row[]): Promise<void> {
      if (all.length === 0) return;
      await sql`
        UPDATE ${table} SET (${written}) = (SELECT ${written} FROM jsonb_populate_record(NULL::${table}, given))
        FROM jsonb_array_elements(${JSON.stringify(all)}::jsonb) AS given
        WHERE id = (given ->> 'id')::integer`.execute(tx);
    },

    /** Rows that were deleted are there again. Throws a violation when their code is another row's by now. */
    async restore(tx: Tx, ids: readonly number[]): Promise<void> {
      await sql`
        UPDATE ${table} SET deleted_at = NULL, deleted_by = NULL
        WHERE id = ANY (${[...ids]}::integer[])`.execute(tx);
    },

    async markDeleted(tx: Tx, ids: readonly number[], by: number): Promise<void> {
      await sql`
        UPDATE ${table} SET deleted_at = now(), deleted_by = ${by}
        WHERE id = ANY (${[...ids]}::integer[])`.execute(tx);
    },
  };
}
