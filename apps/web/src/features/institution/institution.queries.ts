import type { ShownPix } from '@balcao/contract/shop/pix.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';

/** A page may stay open for days while an administrator changes the settings. */
const FRESH_FOR_MS = 5 * 60_000;

export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  queryFn: ({ signal }) => call('readInstitution', { signal }),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { failure: 'The institution could not be loaded' },
});

const NO_PIX: ShownPix = { pix: null, unknown_method: false };

/** The receiver of Pix payments. */
export const pixQuery = queryOptions({
  queryKey: ['pix'],
  queryFn: ({ signal }) => orWithout(call('readPix', { signal }), NO_PIX),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});

/** How a matrícula looks on a student's card. */
export const studentCardQuery = queryOptions({
  queryKey: ['student-card'],
  queryFn: ({ signal }) => orWithout(call('readStudentCard', { signal }), { card: null }),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
