import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** An administrator may change institution.json while a counter stays open. */
const FRESH_FOR_MS = 5 * 60_000;

/** Who receives Pix payments, and by which method; null if the shop shows no QR codes. */
export const pixQuery = queryOptions({
  queryKey: ['pix'],
  queryFn: async ({ signal }) => (await call('readPix', { signal })).pix,
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
