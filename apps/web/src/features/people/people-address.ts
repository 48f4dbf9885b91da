import { readListSearch, readText } from '../../ui/lists/list-address.ts';

/** The id of the record that is open. */
export function readOpenPerson({ person }: Record<string, unknown>): number | undefined {
  return /^[1-9]\d{0,8}$/.test(`${person}`) ? Number(person) : undefined;
}

/** The class whose students are shown; '' for all. */
export const readClass = (address: Record<string, unknown>) => readText(address.class);

/** Whether those alone are shown who may be registered twice. */
export const readAlike = ({ alike }: Record<string, unknown>) => `${alike}` === 'true';

/** Returns the page, the search, the class and the open record of an address that anyone may have typed. */
export function readPeopleSearch(address: Record<string, unknown>) {
  const person = readOpenPerson(address);
  const ofClass = readClass(address);
  return {
    ...readListSearch(address),
    ...(person && { person }),
    ...(ofClass && { class: ofClass }),
    ...(readAlike(address) && { alike: true }),
  };
}
