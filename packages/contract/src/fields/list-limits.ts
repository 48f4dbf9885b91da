// This file holds no schema, so the browser can load it.

/** The number of rows on a page of a list. */
export const DEFAULT_PAGE_SIZE = 10;
/** The choices of the pager. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Orders of one seller that wait at a time. */
export const MOST_PARKED = 20;

/** Lists of material in one order. */
export const MOST_LISTS = 20;

/** Sales of one person: more are neither counted nor put on one statement. */
export const MOST_SALES = 500;

/** Statements in one response. */
export const MOST_STATEMENTS = 20;

/** Products that are picked one by one to change their prices together. */
export const MOST_PICKED = 5_000;

/** Lines of one delivery. */
export const MOST_DELIVERED = 2_000;

/** Pieces of one delivery. The largest delivery of a school's shop is a tenth. */
export const MOST_PIECES = 99_999;

/** Rows of one import. */
export const MOST_IMPORTED = 20_000;

/** In characters; longer cells are cut, and then too long for any field. */
export const MAX_CELL_LENGTH = 500;

/** In characters. */
export const MAX_SEARCH_LENGTH = 200;

/** Of an imported file, in characters. */
export const MAX_FILE_NAME = 200;
