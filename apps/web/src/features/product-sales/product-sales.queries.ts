import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { call } from '../../api/call.ts';
import { SALES_KEY } from '../sales/sales.queries.ts';
import type { ProductSalesFilter } from './product-sales-filter.ts';

/** A sale that is deleted or put right makes it stale, like every list of sales. */
export const PRODUCT_SALES_KEY = [...SALES_KEY, 'by-product'] as const;

/** Who sold, and the class of the student. */
const ofWhom = ({ seller, class: ofClass }: ProductSalesFilter) => ({
  ...(seller && { seller }),
  ...(ofClass && { class: ofClass }),
});

export const readProductSales = (filter: ProductSalesFilter, signal: AbortSignal) => {
  const { startDate, endDate, income } = filter;
  const query = { startDate, endDate, ...ofWhom(filter), ...(income && { income }) };
  return call('readProductSales', { query, signal });
};

export const readProductMonths = (id: number, filter: ProductSalesFilter, signal: AbortSignal) =>
  call('readProductMonths', {
    params: { id },
    query: { endDate: filter.endDate, ...ofWhom(filter) },
    signal,
  });

/** What adds up to a sum of a product or of an institution; nothing for a class, which entries cannot be filtered by. */
export const entriesOf = (
  { seller, class: ofClass }: ProductSalesFilter,
  { startDate, endDate }: { startDate: string; endDate: string },
  part: Pick<EntriesFilter, 'product' | 'income'>,
): EntriesFilter | undefined =>
  ofClass === ''
    ? { startDate, endDate, ...part, ...(seller && { seller: Number(seller) }) }
    : undefined;
