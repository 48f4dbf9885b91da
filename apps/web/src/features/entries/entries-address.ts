import { ENTRY_KINDS, type EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { readListSearch, readPeriodSearch, readText } from '../../ui/lists/list-address.ts';

const IDS = ['seller', 'product', 'client', 'student', 'closing'] as const;

/** Reads an address that anyone may have typed. Invalid values filter nothing. */
function readEntriesFilter(address: Record<string, unknown>): EntriesFilter {
  const ids = IDS.filter((name) => /^[1-9]\d{0,8}$/.test(`${address[name]}`));
  const method = readText(address.method);
  const kind = ENTRY_KINDS.find((known) => known === address.kind);
  return {
    ...readPeriodSearch(address),
    ...Object.fromEntries(ids.map((name) => [name, Number(address[name])])),
    // A product's share of an entry was paid by no method of its own.
    ...(method !== '' && !ids.includes('product') && { method }),
    ...(kind && { kind }),
  };
}

/** The page and the filter of an address, without defaults. */
export function readEntriesSearch(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  return { ...page, ...readEntriesFilter(address) };
}
