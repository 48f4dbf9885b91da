import type { BoxCount, Closing } from '@balcao/contract/cash-boxes/closings.ts';
import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { isCash } from '@balcao/domain/net-payments.ts';

type Counted = Pick<Closing, 'payment_methods'>;

/** What adds up to a counted sum, beside float and movements. The first count is that of all cash, of one method or more. */
export function figureOfCount(
  closing: number,
  { payment_methods }: Counted,
  { method }: Pick<BoxCount, 'method'>,
): EntriesFilter {
  if (!isCash(method)) return { closing, method };
  const [cash, ...others] = Object.keys(payment_methods).filter(isCash);
  return { closing, ...(cash && others.length === 0 && { method: cash }) };
}
