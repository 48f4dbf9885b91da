import type { Sale } from '@balcao/contract/sales.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ListSlice } from '../../ui/lists/list-address.ts';
import { PRODUCTS_KEY } from '../products/products.queries.ts';
import type { SalesFilter } from './sales-address.ts';

/** The key of every query about sales; a change to a sale makes them all stale. */
export const SALES_KEY = ['sales'] as const;

type ListedSales = Omit<SalesFilter, 'find' | 'order'> & Partial<SalesFilter>;

/** Returns a page of the sales. What is searched for may be a CPF, so it goes in a body. */
export function listSales(part: ListSlice & ListedSales, signal: AbortSignal) {
  const { find, products, order, ...rest } = part;
  const query = { ...rest, products: products.join(','), order: order || undefined };
  if (!find) return call('listSales', { query, signal });
  return call('findSales', { query, body: { find }, signal });
}

/** Returns a page of the signed-in user's sales of the last 30 days, newest first. */
export const listOwnSales = ({ search, ...query }: ListSlice, signal: AbortSignal) =>
  call('listOwnSales', { query, body: { search }, signal });

/** The products of the filter, including those that are no longer sold. */
export const productChoicesQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'choices'],
  queryFn: ({ signal }) => call('listProducts', { query: { page_size: 999 }, signal }),
  meta: { failure: 'The products to filter by could not be loaded' },
});

export function removeSale({ id }: Sale): Promise<unknown> {
  return call('deleteSale', { params: { id } });
}
