import { call } from '../../api/client.ts';
import type { ClosingsPeriod } from './closings-search.ts';

export const CLOSINGS_KEY = ['closings'] as const;

/** Returns the newest closing of each seller and day of a period. */
export const listClosings = (query: ClosingsPeriod, signal: AbortSignal) =>
  call('listClosings', { query, signal });
