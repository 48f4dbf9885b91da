import { readDays, readListSearch, readText, withoutEmpty } from '../../ui/lists/list-address.ts';

export type SalesFilter = ReturnType<typeof readSalesFilter>;

/** The contract accepts no more. */
const MAX_PRODUCTS = 1_000;

/** Reads an address that anyone may have typed. Invalid values filter nothing. */
export function readSalesFilter(address: Record<string, unknown>) {
  const ids = String(address.products ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);
  return {
    /** Part of the seller's name. */
    search: readText(address.search),
    ...readDays(address),
    products: [...new Set(ids)].slice(0, MAX_PRODUCTS),
  };
}

/** Returns the page and the filter of an address without defaults; product ids joined by commas. */
export function readSalesSearch(address: Record<string, unknown>) {
  const { products, ...filter } = readSalesFilter(address);
  return {
    ...readListSearch(address),
    ...withoutEmpty({ ...filter, products: products.join(',') }),
  };
}
