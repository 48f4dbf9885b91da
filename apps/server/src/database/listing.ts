import { DEFAULT_PAGE_SIZE } from '@balcao/contract/fields/list-limits.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { searchWords } from '@balcao/domain/search-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './connection.ts';

export type Slice = { limit: number; offset: number };

/** Converts the contract's page (from 1) and page_size. The schema ensures that they are numbers. */
export function sliceOf(query: { page?: string; page_size?: string }): Slice {
  const limit = Number(query.page_size ?? DEFAULT_PAGE_SIZE);
  return { limit, offset: (Number(query.page ?? 1) - 1) * limit };
}

export function pageOf<T>(results: T[], count: number, { limit }: Slice): Page<T> {
  return { results, total_pages: Math.ceil(count / limit), count };
}

type Listing = {
  /** Parts of WITH that `found` asks for, each with its comma. */
  before?: RawBuilder<unknown>;
  /** The ids, and what the order is by. */
  found: RawBuilder<unknown>;
  /** It takes long to find them: they are found once, and not again for their number. */
  slow?: boolean;
  order: RawBuilder<unknown>;
  /** Their number, where it is known faster. */
  count?: RawBuilder<unknown>;
  /** Selects the row of an id. */
  row: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
};

/** One page of a list, and the number of all its rows. It is one statement, so that both are of the same moment. */
export async function readPage<Row extends { id: number }>(
  db: Db,
  { before = sql``, found, slow = false, order, count, row }: Listing,
  { limit, offset }: Slice,
): Promise<{ rows: Row[]; count: number }> {
  const { rows } = await sql<Row & { count: number }>`
    WITH ${before} found AS ${sql.raw(slow ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (${found}),
    counted AS MATERIALIZED (${count ?? sql`SELECT count(*) AS count FROM found`}),
    page AS (
      SELECT id, row_number() OVER () AS place
      FROM (
        -- Where none is found, the order is not walked through for it.
        SELECT id FROM found WHERE (SELECT count FROM counted) > 0
        ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS ids)
    SELECT counted.count, listed.* FROM counted LEFT JOIN page ON true
      LEFT JOIN LATERAL (${row(sql`page.id`)}) AS listed ON true
    ORDER BY place`.execute(db);
  // An empty page is one row without an id.
  const listed = rows.filter(({ id }) => id !== null);
  return {
    rows: listed.map(({ count: _count, ...each }) => each as unknown as Row),
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

type Days = { from?: BusinessDay | undefined; to?: BusinessDay | undefined };

/** Whether a day is in a period, both ends included; a missing one leaves that side open. */
export const onDays = (day: RawBuilder<unknown>, { from, to }: Days): RawBuilder<SqlBool>[] => [
  ...(from ? [sql<SqlBool>`${day} >= ${from}::date`] : []),
  ...(to ? [sql<SqlBool>`${day} <= ${to}::date`] : []),
];

/** The same of a moment. */
export function withinDays(moment: RawBuilder<unknown>, { from, to }: Days): RawBuilder<SqlBool>[] {
  const start = (day: RawBuilder<unknown>) =>
    sql`(${day})::timestamp AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)}`;
  return [
    ...(from ? [sql<SqlBool>`${moment} >= ${start(sql`${from}::date`)}`] : []),
    ...(to ? [sql<SqlBool>`${moment} < ${start(sql`${to}::date + 1`)}`] : []),
  ];
}
