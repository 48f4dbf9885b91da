import { readListSearch } from '../../ui/lists/list-address.ts';

/** The id of the record that is open. */
export function readOpenPerson({ person }: Record<string, unknown>): number | undefined {
  return /^[1-9]\d{0,8}$/.test(`${person}`) ? Number(person) : undefined;
}

/** Returns the page, the search and the open record of an address that anyone may have typed. */
export function readPeopleSearch(address: Record<string, unknown>) {
  const person = readOpenPerson(address);
  return { ...readListSearch(address), ...(person && { person }) };
}
