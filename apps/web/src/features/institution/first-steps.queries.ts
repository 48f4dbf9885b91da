import type { FirstSteps } from '@balcao/contract/shop/first-steps.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';

const NONE = { show: false } as FirstSteps;

/** What is left to do in a new shop. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => orWithout(call('readFirstSteps', { signal }), NONE),
  staleTime: 0,
  meta: { failure: 'The first steps could not be loaded' },
});
