import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** All payment methods at once, for the counter. */
export const allPaymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods', 'all'],
  queryFn: ({ signal }) => call('listPaymentMethods', { query: { page_size: 1000 }, signal }),
});
