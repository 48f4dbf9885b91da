import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** A page may stay open for days while the server restarts with other institutions. */
const FRESH_FOR_MS = 5 * 60_000;

export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  queryFn: ({ signal }) => call('readInstitution', { signal }),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
