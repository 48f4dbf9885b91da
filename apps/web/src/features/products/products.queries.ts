import type { BodyOf } from '@balcao/contract/endpoint.ts';
import type { Endpoints } from '@balcao/contract/endpoints.ts';
import type { Product } from '@balcao/contract/products.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ListSlice } from '../../ui/lists/list-search.ts';

/** Of everything that was fetched about products; what changes one makes all of it old. */
export const PRODUCTS_KEY = ['products'] as const;

/** All active products at once, for the counter. */
export const activeProductsQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'active'],
  queryFn: ({ signal }) => call('listActiveProducts', { signal }),
});

/** What a code that is not for sale belongs to. */
export const inactiveProductsQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'inactive'],
  queryFn: ({ signal }) => call('listInactiveProducts', { signal }),
});

/** A page of all products; the page before stays until it is there. */
export const productsQuery = (slice: ListSlice) =>
  queryOptions({
    queryKey: [...PRODUCTS_KEY, 'list', slice],
    queryFn: ({ signal }) => call('listProducts', { query: slice, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function saveProduct(
  product: Product | null,
  body: BodyOf<Endpoints['createProduct']>,
): Promise<unknown> {
  return product
    ? call('editProduct', { params: { id: product.id }, body: { id: product.id, ...body } })
    : call('createProduct', { body });
}

export function removeProduct({ id }: Product): Promise<unknown> {
  return call('deleteProduct', { params: { id } });
}
