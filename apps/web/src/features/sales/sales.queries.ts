import type { Sale } from '@balcao/contract/sales/sales.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ListSlice } from '../../ui/lists/filter.ts';
import type { Approved } from '../approvals/use-approval.tsx';
import { PRODUCTS_KEY } from '../products/products.queries.ts';
import type { SalesFilter } from './sales-filter.ts';

/** The key of every query about sales; a change to a sale makes them all stale. */
export const SALES_KEY = ['sales'] as const;

type ListedSales = Omit<SalesFilter, 'find' | 'order' | 'method' | 'only'> & Partial<SalesFilter>;

/** Returns a page of the sales; with a filter that the specification does not know, by a call of ours. */
export function listSales(part: ListSlice & ListedSales, signal: AbortSignal) {
  const { find = '', products, order, method, only, ...rest } = part;
  const query = { ...rest, products: products.join(','), order: order || undefined };
  if (!find && !method && !only) return call('listSales', { query, signal });
  const ours = { ...query, method, only: only || undefined };
  return call('findSales', { query: ours, body: { find }, signal });
}

/** What all pages of listSales add up to. The search may be a CPF, so it goes in a body. */
export const saleSumsQuery = ({ find, products, order: _, only, ...filter }: SalesFilter) =>
  queryOptions({
    queryKey: [...SALES_KEY, 'sums', { ...filter, find, products, only }],
    queryFn: ({ signal }) => {
      const query = { ...filter, products: products.join(','), only: only || undefined };
      return call('sumSales', { query, body: { find }, signal });
    },
    staleTime: 0,
    // A server that knows no sums has none to show.
    retry: false,
    meta: { failure: 'The sums of the sales could not be loaded' },
  });

/** Returns a page of the signed-in user's sales of the last 30 days, newest first. */
export const listOwnSales = ({ search, ...query }: ListSlice, signal: AbortSignal) =>
  call('listOwnSales', { query, body: { search }, signal });

/** The products of the filter, including those that are no longer sold. */
export const productChoicesQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'choices'],
  queryFn: ({ signal }) => call('listProducts', { query: { page_size: 999 }, signal }),
  meta: { failure: 'The products to filter by could not be loaded' },
});

/** The paper is open already, and a server that does not know the call prints all the same. */
export function recordReprint({ id }: Sale): void {
  call('reprintSale', { params: { id } }).catch((error) =>
    console.error('The reprint was not recorded', error),
  );
}

/** A header holds no accents. */
export function removeSale({ id }: Sale, reason?: string, { approval }: Approved = {}) {
  const headers = {
    ...(reason && { 'deletion-reason': encodeURIComponent(reason.toWellFormed()) }),
    ...(approval && { 'deletion-approval': approval }),
  };
  return call('deleteSale', { params: { id }, headers });
}
