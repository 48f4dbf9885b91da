// This file holds no schema, so the browser can load it.
import { ENTRY_KINDS } from '@balcao/domain/entry-sums.ts';
import type { IncomePart } from '@balcao/domain/income.ts';

/** `returned`: what came back, as a return or in an exchange. */
export const KINDS_OF_FILTER = [...ENTRY_KINDS, 'returned'] as const;

/**
 * Which sales, returns, exchanges and payment corrections add up to a figure. Everything is optional. Days are
 * 'YYYY-MM-DD' in São Paulo, both included, of when an entry counts. Of an entry a `method` has what it took, net
 * of change; a `product`, or the products that are today the `income` of an institution, have their net share, which no
 * method paid on its own: a method goes with neither. `closing` is the id of one version: what it added up, also what
 * was deleted since.
 */
export type EntriesFilter = {
  readonly startDate?: string;
  readonly endDate?: string;
  /** Who made it. */
  readonly seller?: number;
  /** The name as it was kept, as in closings and in the period report. */
  readonly method?: string;
  /** By the present name of the method, as in the dashboard. */
  readonly methodNow?: string;
  readonly product?: number;
  readonly income?: IncomePart;
  readonly client?: number;
  readonly student?: number;
  readonly closing?: number;
  readonly kind?: (typeof KINDS_OF_FILTER)[number];
};
