// Without schemas, so that the browser loads no validators.

/** The number of rows on a page of a list. */
export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The longest texts, in characters. */
export const MAX_LENGTH = {
  login: 200,
  password: 200,
  userName: 120,
  /** Of a client or a student. */
  personName: 200,
  registration: 15,
  productCode: 30,
  productName: 200,
  methodName: 60,
  search: 200,
} as const;
