import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { PickedProducts, PriceRule } from '@balcao/contract/products/picked-products.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** The key of every query about changes in bulk and the history of prices. */
export const PRICES_KEY = ['prices'] as const;

export type Wanted = { products: PickedProducts; rule: PriceRule };

export const previewPrices = (body: Wanted) => call('previewPrices', { body });

/** Safe to repeat with the same key. */
export const changePrices = (body: BodyOf<Endpoints['changePrices']>, key: string) =>
  call('changePrices', { body, headers: { 'idempotency-key': key } });

/** Sets a field of many products. Safe to repeat with the same key. */
export const changeProducts = (body: BodyOf<Endpoints['changeProducts']>, key: string) =>
  call('changeProducts', { body, headers: { 'idempotency-key': key } });

/** Safe to repeat. */
export const undoChange = (id: number) => call('undoProductChange', { params: { id } });

export const productChangesQuery = queryOptions({
  queryKey: [...PRICES_KEY, 'changes'],
  queryFn: ({ signal }) => call('listProductChanges', { signal }),
  staleTime: 0,
  meta: { failure: 'The changes of products could not be loaded' },
});

export const priceHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...PRICES_KEY, 'history', id],
    queryFn: ({ signal }) => call('readPriceHistory', { params: { id }, signal }),
    staleTime: 0,
    meta: { failure: 'The history of the price could not be loaded' },
  });
