import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';

/** The key of every query about stock. */
export const STOCK_KEY = ['stock'] as const;

/** The followed products, or with `all` every product: to find one by its code. `day`: as it was at its end. */
export const stockQuery = (all = false, day = '') =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'list', all, day],
    queryFn: ({ signal }) =>
      call('readStock', { query: { ...(all && { all: 'true' }), ...(day && { day }) }, signal }),
    staleTime: 0,
    meta: { failure: 'The stock could not be loaded' },
  });

/** Where pages show it beside other things: without an answer they show nothing of stock, and say nothing. */
export const onHandQuery = queryOptions({
  queryKey: [...STOCK_KEY, 'on-hand'],
  queryFn: ({ signal }) => orWithout(call('readOnHand', { signal }), { products: [] }),
});

export const ledgerQuery = (product: number) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'ledger', product],
    queryFn: ({ signal }) => call('readLedger', { params: { id: product }, signal }),
    staleTime: 0,
    meta: { failure: 'The movements of the product could not be loaded' },
  });

export const countsQuery = queryOptions({
  queryKey: [...STOCK_KEY, 'counts'],
  queryFn: ({ signal }) => call('listCounts', { signal }),
  staleTime: 0,
  meta: { failure: 'The counts could not be loaded' },
});

export const countQuery = (id: number) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'count', id],
    queryFn: ({ signal }) => call('readCount', { params: { id }, signal }),
    staleTime: 0,
    meta: { failure: 'The count could not be loaded' },
  });
