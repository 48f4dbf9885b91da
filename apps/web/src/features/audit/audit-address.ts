import { readDays, readListSearch, readText, withoutEmpty } from '../../ui/lists/list-address.ts';

/**
 * The page and the filter of an address, for the router. It does not know the kinds, a list that every visitor
 * would load: the page leaves out one that does not exist (audit-filter.ts).
 */
export function readAuditAddress(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  const texts = { user: readText(address.user), kind: readText(address.kind) };
  return { ...page, ...withoutEmpty({ ...texts, ...readDays(address) }) };
}
