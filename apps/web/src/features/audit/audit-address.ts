import {
  isPersonal,
  readDays,
  readListSearch,
  readText,
  withoutEmpty,
} from '../../ui/lists/list-address.ts';

/** What an entry is about: a name, or a short number. */
export function readAbout(value: unknown): string {
  const text = readText(value);
  return isPersonal(text) ? '' : text;
}

/**
 * The page and the filter of an address, for the router. It does not know the kinds, a list that every visitor
 * would load: the page leaves out one that does not exist (audit-filter.ts).
 */
export function readAuditAddress(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  const texts = {
    user: readText(address.user),
    about: readAbout(address.about),
    kind: readText(address.kind),
  };
  return { ...page, ...withoutEmpty({ ...texts, ...readDays(address) }) };
}
