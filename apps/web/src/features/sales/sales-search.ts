import { daysIn, type ListSearch, readListSearch } from '../../ui/lists/list-search.ts';

/** What the list of sales is filtered by; `search` is the seller's name. */
export type SalesFilter = {
  search: string;
  startDate: string;
  endDate: string;
  products: number[];
};

export type SalesSearch = ListSearch & {
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** Ids, separated by commas. */
  products?: string | undefined;
};

/** What the contract lets an address hold. */
const MAX_PRODUCTS = 1_000;

/** Reads an address that anybody may have typed. What makes no sense is left out. */
export function readSalesSearch(address: Record<string, unknown>): SalesSearch {
  const products = idsIn(address.products).join(',');
  return {
    ...readListSearch(address),
    ...daysIn(address),
    ...(products && { products }),
  };
}

export function filterOf({ search, startDate, endDate, products }: SalesSearch): SalesFilter {
  return {
    search: search ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    products: idsIn(products),
  };
}

/** The address of a filter, from its first page. */
export function searchOf(filter: SalesFilter, pageSize: unknown): SalesSearch {
  return readSalesSearch({
    ...filter,
    products: filter.products.join(','),
    page_size: pageSize,
  });
}

function idsIn(text: unknown): number[] {
  const ids = String(text ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);
  return [...new Set(ids)].slice(0, MAX_PRODUCTS);
}
