import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { type ListSearch, readListSearch } from '../../ui/list-search.ts';

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
  products?: number[] | undefined;
};

/** What the contract lets an address hold. */
const MAX_PRODUCTS = 1_000;

/** Reads an address that anybody may have typed. What makes no sense is left out. */
export function readSalesSearch(address: Record<string, unknown>): SalesSearch {
  const products = productsOf(address.products);
  return {
    ...readListSearch(address),
    ...dayIn(address, 'startDate'),
    ...dayIn(address, 'endDate'),
    ...(products.length > 0 && { products }),
  };
}

export function filterOf({ search, startDate, endDate, products }: SalesSearch): SalesFilter {
  return {
    search: search ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    products: products ?? [],
  };
}

function dayIn(address: Record<string, unknown>, key: 'startDate' | 'endDate') {
  const day = parseBusinessDay(String(address[key] ?? ''));
  return day && { [key]: day };
}

function productsOf(value: unknown): number[] {
  if (!Array.isArray(value)) return [];
  const ids = value.filter((id) => Number.isInteger(id) && id > 0 && id < 1_000_000_000);
  return [...new Set<number>(ids)].slice(0, MAX_PRODUCTS);
}
