import type { Sale } from '@balcao/contract/sales.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ListSlice } from '../../ui/lists/list-search.ts';
import { PRODUCTS_KEY } from '../products/products.queries.ts';
import type { SalesFilter } from './sales-search.ts';

/** Of everything that was fetched about sales; what changes one makes all of it old. */
export const SALES_KEY = ['sales'] as const;

/** A page of the sales, newest first; the page before stays until it is there. */
export const salesQuery = (slice: ListSlice, { startDate, endDate, products }: SalesFilter) =>
  queryOptions({
    queryKey: [...SALES_KEY, 'list', slice, startDate, endDate, products],
    queryFn: ({ signal }) =>
      call('listSales', {
        query: { ...slice, startDate, endDate, products: products.join(',') },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The products to filter by, those that are not sold any more among them. */
export const productChoicesQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'choices'],
  queryFn: ({ signal }) => call('listProducts', { query: { page_size: 999 }, signal }),
});

export function removeSale({ id }: Sale): Promise<unknown> {
  return call('deleteSale', { params: { id } });
}
