import type { Page } from '@balcao/contract/page.ts';
import { DEFAULT_PAGE_SIZE } from '@balcao/contract/page-size.ts';
import { searchWords } from '@balcao/domain/fold.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './connection.ts';
import type { Tables } from './tables.ts';

export type Slice = { limit: number; offset: number };

/** Converts the contract's page (from 1) and page_size. The schema ensures that they are numbers. */
export function sliceOf(query: { page?: string; page_size?: string }): Slice {
  const limit = Number(query.page_size ?? DEFAULT_PAGE_SIZE);
  return { limit, offset: (Number(query.page ?? 1) - 1) * limit };
}

export function pageOf<T>(results: T[], count: number, { limit }: Slice): Page<T> {
  return { results, total_pages: Math.ceil(count / limit), count };
}

/**
 * Splits the rows of `counted LEFT JOIN page`: each has the count, and an empty page is one row without an id.
 */
export function rowsAndCount<Row extends { id: number }>(
  rows: (Row & { count: number })[],
): { rows: Row[]; count: number } {
  const page = rows.filter(({ id }) => id !== null);
  return {
    rows: page.map(({ count: _count, ...row }) => row as unknown as Row),
    count: rows[0]?.count ?? 0,
  };
}

/** One page of the rows that are not deleted, by name, and their count, both from one snapshot. */
export async function pageByName<Row extends { id: number }>(
  db: Db,
  { table, columns }: { table: keyof Tables; columns: readonly (keyof Row & string)[] },
  search: string | undefined,
  { limit, offset }: Slice,
): Promise<{ rows: Row[]; count: number }> {
  const named = sql.join(columns.map((column) => sql.ref(column)));
  const sought = search ? sql`AND ${holdsWords(sql.ref('search_text'), search)}` : sql``;
  const order = sql`ORDER BY ${inPortugueseOrder('name')}, id`;
  const { rows } = await sql<Row & { count: number }>`
    WITH found AS MATERIALIZED (
      SELECT ${named} FROM ${sql.table(table)} WHERE deleted_at IS NULL ${sought}),
    counted AS (SELECT count(*) AS count FROM found),
    page AS (SELECT * FROM found ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT counted.count, page.* FROM counted LEFT JOIN page ON true ${order}`.execute(db);
  return rowsAndCount(rows);
}

/** The domain's holdsWords for folded text in the database. % and _ are ordinary characters. */
export function holdsWords(folded: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  return sql`${folded} LIKE ALL (${likePatterns(search)}::text[])`;
}

/** A LIKE pattern for each word of a search. */
export function likePatterns(search: string): string[] {
  return searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** The order of a Portuguese dictionary. */
export function inPortugueseOrder(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} COLLATE pg_catalog."pt-BR-x-icu"`;
}
