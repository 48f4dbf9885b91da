// This file holds no schema, so the browser can load it.

export const ENTRY_KINDS = ['sale', 'refund', 'exchange', 'payments'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * Which sales, returns, exchanges and payment corrections add up to a figure. Everything is optional. Days are
 * 'YYYY-MM-DD' in São Paulo, both included, of when an entry counts. `product` takes of each entry the net share
 * of that product, so it goes with no `method`, of which an entry has what it took net of change. `closing` is the
 * id of one version: what it added up.
 */
export type EntriesFilter = {
  readonly startDate?: string;
  readonly endDate?: string;
  /** Who made it. */
  readonly seller?: number;
  /** The name as it was kept. */
  readonly method?: string;
  readonly product?: number;
  readonly client?: number;
  readonly student?: number;
  readonly closing?: number;
  readonly kind?: EntryKind;
};
