import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** A page may stay open for days while an administrator changes the settings. */
const FRESH_FOR_MS = 5 * 60_000;

export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  queryFn: ({ signal }) => call('readInstitution', { signal }),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Who receives Pix payments. */
export const pixQuery = queryOptions({
  queryKey: ['pix'],
  queryFn: ({ signal }) => call('readPix', { signal }),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
