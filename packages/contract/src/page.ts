import { type TSchema, Type } from 'typebox';
import { SearchText } from './values.ts';

export const DEFAULT_PAGE_SIZE = 10;

/** What every list takes in its address: `page` from 1, `page_size` from 1 to 1000. */
export const pageQuery = {
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,6}$' })),
  page_size: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$' })),
  search: Type.Optional(SearchText),
};

/** A sale may have 300 items: a page of sales holds at most 100, so that one answer stays within some MB. */
export const salesPageQuery = {
  ...pageQuery,
  page_size: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
};

export const PageQuery = Type.Object(pageQuery, { additionalProperties: false });

/** One page of a list. `count` is of all pages; a page past the end has no results. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ results: Type.Array(item), total_pages: Type.Integer(), count: Type.Integer() });

export type Page<T> = { results: T[]; total_pages: number; count: number };
