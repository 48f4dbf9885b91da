import { DEFAULT_PAGE_SIZE } from '@balcao/contract/fields/list-limits.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { searchWords } from '@balcao/domain/search-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

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

/** Whether a moment is on a day of a period, both days included; a missing one leaves that side open. */
export function withinDays(
  moment: RawBuilder<unknown>,
  { from, to }: { from?: BusinessDay; to?: BusinessDay },
): RawBuilder<SqlBool>[] {
  const start = (day: RawBuilder<unknown>) =>
    sql`(${day})::timestamp AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)}`;
  return [
    ...(from ? [sql<SqlBool>`${moment} >= ${start(sql`${from}::date`)}`] : []),
    ...(to ? [sql<SqlBool>`${moment} < ${start(sql`${to}::date + 1`)}`] : []),
  ];
}
