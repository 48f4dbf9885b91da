import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ListSlice } from '../../ui/lists/filter.ts';
import type { KeptSalesFilter } from './kept-sales-filter.ts';

/** The key of every query about kept sales. */
export const KEPT_SALES_KEY = ['kept-sales'] as const;

const ASK_EVERY_MS = 10 * 60_000;

/** Returns a page of the list, newest first. */
export const listKeptSales = (
  { page, page_size, open }: Omit<ListSlice, 'search'> & KeptSalesFilter,
  signal: AbortSignal,
) => call('listKeptSales', { query: { page, page_size, open: open ? '1' : undefined }, signal });

/** How many wait for an administrator, and which computers have some that did not come yet. */
export const waitingKeptQuery = queryOptions({
  queryKey: [...KEPT_SALES_KEY, 'waiting'],
  queryFn: ({ signal }) => listKeptSales({ page: 1, page_size: 1, open: true }, signal),
  staleTime: ASK_EVERY_MS,
  refetchInterval: ASK_EVERY_MS,
  meta: { failure: 'The kept sales could not be counted' },
});

export const acceptKeptSale = (id: number, note: string) =>
  call('acceptKeptSale', { params: { id }, body: { note } });
