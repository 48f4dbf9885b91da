import type { NewPayments, NewRefund } from '@balcao/contract/sales/corrections.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** The sale as it is now: another window may have returned some of it since. */
export const saleToCorrectQuery = (sale: number) =>
  queryOptions({
    queryKey: ['sale-to-correct', sale],
    queryFn: ({ signal }) => call('readSale', { params: { id: sale }, signal }),
    staleTime: 0,
    meta: { failure: 'The sale could not be loaded' },
  });

/** What is recorded, without its approval. */
export type Draft =
  | { readonly kind: 'refund'; readonly body: Omit<NewRefund, 'approval'> }
  | { readonly kind: 'payments'; readonly body: Omit<NewPayments, 'approval'> };

type Sent = { sale: number; key: string; draft: Draft; approved: { approval?: string } };

/** Records a correction, once for each key. */
export function record({ sale, key, draft, approved }: Sent) {
  const parts = { params: { id: sale }, headers: { 'idempotency-key': key } };
  return draft.kind === 'refund'
    ? call('createRefund', { ...parts, body: { ...draft.body, ...approved } })
    : call('correctPayments', { ...parts, body: { ...draft.body, ...approved } });
}
