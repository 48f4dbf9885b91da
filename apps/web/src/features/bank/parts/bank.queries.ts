import type { ComparedPage, ComparedPix, PaymentKey } from '@balcao/contract/bank.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { SALES_KEY } from '../../sales/sales.queries.ts';
import type { BankFilter } from './bank-filter.ts';

/** A sale that is deleted or put right makes it stale, like every list of sales. */
export const BANK_KEY = [...SALES_KEY, 'bank'] as const;

export type Period = Pick<BankFilter, 'startDate' | 'endDate'>;
export type PixRow = ComparedPix & { id: number };

/** Of the sales, or of what was given back. */
export type PixPart = Exclude<BankFilter['of'], 'cards'>;
type Compared = Period &
  Pick<BankFilter, 'state'> & { of: PixPart; page: number; page_size: number };

/** The rows get a number of their own for the table. */
export async function comparePix(
  { of, state, ...query }: Compared,
  signal: AbortSignal,
): Promise<ComparedPage & { results: PixRow[] }> {
  const page = await call(of === 'returns' ? 'compareReturns' : 'comparePix', {
    query: { ...query, ...(state && { state }) },
    signal,
  });
  return { ...page, results: page.results.map((row, id) => ({ ...row, id })) };
}

export const compareCards = ({ startDate, endDate }: Period, signal: AbortSignal) =>
  call('compareCards', { query: { startDate, endDate }, signal });

export const statementsQuery = queryOptions({
  queryKey: [...BANK_KEY, 'statements'],
  queryFn: ({ signal }) => call('listStatements', { signal }),
  staleTime: 0,
  meta: { failure: 'The statements could not be loaded' },
});

export const setPayment = (line: number, payment: PaymentKey | null) =>
  call('matchLine', { params: { id: line }, body: { payment } });

export const listJoinable = (line: number, signal: AbortSignal) =>
  call('listJoinable', { params: { id: line }, signal });

/** What a line is that is not the shop's; null: it is the shop's. */
export const setNotOurs = (line: number, word: string | null) =>
  call('setNotOurs', { params: { id: line }, body: { word } });
