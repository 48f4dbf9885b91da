import type { Month } from '@balcao/domain/month/month.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Approved } from '../approvals/use-approval.tsx';

/** The key of every query about months. */
export const MONTHS_KEY = ['months'] as const;

export const monthsQuery = queryOptions({
  queryKey: [...MONTHS_KEY, 'list'],
  queryFn: ({ signal }) => call('listMonths', { signal }),
  staleTime: 0,
  meta: { failure: 'MESES: the list could not be loaded' },
});

export const monthQuery = (month: Month) =>
  queryOptions({
    queryKey: [...MONTHS_KEY, month],
    queryFn: ({ signal }) => call('readMonth', { params: { month }, signal }),
    staleTime: 0,
    meta: { failure: 'The month could not be loaded' },
  });

export const closeMonth = (month: Month, key: string) =>
  call('closeMonth', { params: { month }, headers: { 'idempotency-key': key } });

export const reopenMonth = (id: number, reason: string, approved: Approved) =>
  call('reopenMonth', { params: { id }, body: { reason, ...approved } });

/** Saves a file of a closing as it was issued. */
export async function saveMonthFile(
  { id, name }: { id: number; name: string },
  format: 'pdf' | 'xlsx',
): Promise<void> {
  const readFile = async (response: Response) =>
    saveFile(await response.blob(), `${name}.${format}`);
  await call('readMonthFile', { params: { id }, query: { format }, readFile });
}
