import { DEFAULT_PAGE_SIZE, type Page } from '@balcao/contract/page.ts';
import { foldText } from '@balcao/domain/fold.ts';
import { type RawBuilder, sql } from 'kysely';

export type Slice = { limit: number; offset: number };

/** The contract's page (from 1) and page_size to rows. The schema has checked that they are numbers. */
export function sliceOf(query: { page?: string; page_size?: string }): Slice {
  const limit = Number(query.page_size ?? DEFAULT_PAGE_SIZE);
  return { limit, offset: (Number(query.page ?? 1) - 1) * limit };
}

export function pageOf<T>(results: T[], count: number, { limit }: Slice): Page<T> {
  return { results, total_pages: Math.ceil(count / limit), count };
}

/**
 * What `counted LEFT JOIN page` answers: the count beside each row of the page, and where the page is empty
 * beside a row without an id.
 */
export function rowsAndCount<Row extends { id: number }>(
  rows: (Row & { count: number })[],
): { rows: Row[]; count: number } {
  return { rows: rows.filter(({ id }) => id !== null), count: rows[0]?.count ?? 0 };
}

/** A LIKE pattern for search_text: anywhere in it, without case and accents, % and _ as they are. */
export function anywhere(search: string): string {
  return `%${foldText(search).replace(/[\\%_]/g, '\\$&')}%`;
}

/** Names in the order of a Portuguese dictionary. */
export function inPortugueseOrder(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} COLLATE pg_catalog."pt-BR-x-icu"`;
}
