/** The number of rows on a page of a list. This file holds no schema, so the browser can load it. */
export const DEFAULT_PAGE_SIZE = 10;
/** The choices of the pager. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
