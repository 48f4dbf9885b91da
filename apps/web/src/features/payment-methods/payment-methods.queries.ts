import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ListSlice } from '../../ui/lists/list-search.ts';

/** Of everything that was fetched about payment methods; what changes one makes all of it old. */
export const PAYMENT_METHODS_KEY = ['payment-methods'] as const;

/** All payment methods at once, for the counter. */
export const allPaymentMethodsQuery = queryOptions({
  queryKey: [...PAYMENT_METHODS_KEY, 'all'],
  queryFn: ({ signal }) => call('listPaymentMethods', { query: { page_size: 1000 }, signal }),
});

/** A page of them; the page before stays until it is there. */
export const paymentMethodsQuery = (slice: ListSlice) =>
  queryOptions({
    queryKey: [...PAYMENT_METHODS_KEY, 'list', slice],
    queryFn: ({ signal }) => call('listPaymentMethods', { query: slice, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function savePaymentMethod(
  method: PaymentMethod | null,
  body: { name: string },
): Promise<unknown> {
  return method
    ? call('editPaymentMethod', { params: { id: method.id }, body: { id: method.id, ...body } })
    : call('createPaymentMethod', { body });
}

export function removePaymentMethod({ id }: PaymentMethod): Promise<unknown> {
  return call('deletePaymentMethod', { params: { id } });
}
