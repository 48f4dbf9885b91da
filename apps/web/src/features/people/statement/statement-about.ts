import { type Address, type Days, day, text } from '../../../ui/lists/filter.ts';
import type { Kind } from '../people.queries.ts';

export type StatementAbout = Days & ({ kind: Kind; id: number } | { class: string });

/**
 * Reads an address that anyone may have typed; undefined unless it names a person, or a class of students, and a
 * period that exists.
 */
export function statementAbout(address: Address): StatementAbout | undefined {
  const [startDate, endDate] = [day.read(address.startDate), day.read(address.endDate)];
  const id = Number(address.id);
  const { kind } = address;
  const isKind = kind === 'client' || kind === 'student';
  if (!isKind || !startDate || endDate < startDate) return undefined;
  const ofClass = text().read(address.class);
  if (kind === 'student' && ofClass !== '') return { class: ofClass, startDate, endDate };
  return Number.isInteger(id) && id > 0 ? { kind, id, startDate, endDate } : undefined;
}
