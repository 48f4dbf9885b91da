import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Company, schools and city: they change only when the server starts anew. */
export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  queryFn: ({ signal }) => call('readInstitution', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
