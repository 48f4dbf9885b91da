import type { NewParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The key of every query about parked sales. */
export const PARKED_SALES_KEY = ['parked-sales'] as const;

/** A colleague may hand one over to any seller at a free counter. */
const REFETCH_MS = 15_000;

/** The seller's own parked sales and those for anyone, oldest first. Another computer may change them. */
export const parkedSalesQuery = (seller: number) =>
  queryOptions({
    queryKey: [...PARKED_SALES_KEY, seller],
    queryFn: ({ signal }) => call('listParkedSales', { signal }),
    refetchOnWindowFocus: true,
    refetchInterval: REFETCH_MS,
  });

export const parkSale = (body: NewParkedSale, signal: AbortSignal) =>
  call('parkSale', { body, signal });

export const claimParkedSale = (id: number, claim: string, signal: AbortSignal) =>
  call('claimParkedSale', { params: { id }, body: { claim }, signal });

export const deleteParkedSale = (id: number) => call('deleteParkedSale', { params: { id } });

export const handOverParkedSale = (id: number, for_anyone: boolean) =>
  call('handOverParkedSale', { params: { id }, body: { for_anyone } });
