import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** All active products at once, for the counter. */
export const activeProductsQuery = queryOptions({
  queryKey: ['products', 'active'],
  queryFn: ({ signal }) => call('listActiveProducts', { signal }),
});
