import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ClosingsPeriod } from './closings-search.ts';

/** The newest closing of each seller and day of a period; the list before stays until it is there. */
export const closingsQuery = ({ startDate, endDate }: ClosingsPeriod) =>
  queryOptions({
    queryKey: ['closings', 'list', startDate, endDate],
    queryFn: ({ signal }) => call('listClosings', { query: { startDate, endDate }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
