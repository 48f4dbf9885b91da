import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { ListedProduct } from '@balcao/contract/products/products.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { shownRow } from '../../api/shown-row.ts';
import type { ListSlice } from '../../ui/lists/filter.ts';

/** The key of every query about products; a change to a product makes them all stale. */
export const PRODUCTS_KEY = ['products'] as const;

/** All active products at once, for the counter. */
export const activeProductsQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'active'],
  queryFn: ({ signal }) => call('listActiveProducts', { signal }),
});

/** The products whose codes the counter refuses by name. */
export const inactiveProductsQuery = queryOptions({
  queryKey: [...PRODUCTS_KEY, 'inactive'],
  queryFn: ({ signal }) => call('listInactiveProducts', { signal }),
});

/** Ids of the products on the counter's grid, in order. */
export const readProductGrid = (signal: AbortSignal) => call('readProductGrid', { signal });

export const listProducts = (query: ListSlice, signal: AbortSignal) =>
  call('listProducts', { query, signal });

export const saveProduct = (
  product: ListedProduct | null,
  body: BodyOf<Endpoints['createProduct']>,
) =>
  product
    ? call('editProduct', {
        params: { id: product.id },
        headers: shownRow(product),
        body: { id: product.id, ...body },
      })
    : call('createProduct', { body });

export const removeProduct = ({ id }: ListedProduct) => call('deleteProduct', { params: { id } });
