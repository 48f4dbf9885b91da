import { type Static, type TSchema, Type } from 'typebox';
import { closed, SearchText } from './values.ts';

/** The query of a list: `page` from 1, `page_size` from 1 to 1000. */
export const pageQuery = {
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,6}$' })),
  page_size: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$' })),
  search: Type.Optional(SearchText),
};

/** A sale may have 300 items, so a page has at most 100 sales: one response stays within some MB. */
export const salesPageQuery = {
  ...pageQuery,
  page_size: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
};

export const PageQuery = closed(pageQuery);
export type PageQuery = Static<typeof PageQuery>;

/** One page of a list. `count` is the length of the whole list; a page past its end is empty. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ results: Type.Array(item), total_pages: Type.Integer(), count: Type.Integer() });

export type Page<T> = { results: T[]; total_pages: number; count: number };
