import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { paths } from './paths.ts';

/**
 * A link to the entries that add up to a figure: `<Link {...entriesLink({ startDate, endDate, seller })}>`. A
 * figure of administrators alone may have one.
 */
export const entriesLink = (filter: EntriesFilter) =>
  ({ to: paths.entries, search: filter }) as const;
