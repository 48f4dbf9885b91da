import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { shownRow } from '../../api/shown-row.ts';
import type { ListSlice } from '../../ui/lists/filter.ts';

/** The key of every query about payment methods; a change to a method makes them all stale. */
export const PAYMENT_METHODS_KEY = ['payment-methods'] as const;

/** All payment methods at once, for the counter. */
export const allPaymentMethodsQuery = queryOptions({
  queryKey: [...PAYMENT_METHODS_KEY, 'all'],
  queryFn: ({ signal }) =>
    call('listPaymentMethods', { query: { page_size: 1000 }, endSlash: false, signal }),
});

export const listPaymentMethods = (query: ListSlice, signal: AbortSignal) =>
  call('listPaymentMethods', { query, signal });

export const savePaymentMethod = (method: PaymentMethod | null, body: { name: string }) =>
  method
    ? call('editPaymentMethod', {
        params: { id: method.id },
        headers: shownRow(method),
        body: { id: method.id, ...body },
      })
    : call('createPaymentMethod', { body });

export const removePaymentMethod = ({ id }: PaymentMethod) =>
  call('deletePaymentMethod', { params: { id } });
