import { readDays, readText } from '../../../ui/lists/list-address.ts';
import type { Kind } from '../people.queries.ts';

export type Period = { startDate: string; endDate: string };
export type StatementAddress = Period & ({ kind: Kind; id: number } | { class: string });

/**
 * Reads an address that anyone may have typed; undefined unless it names a person, or a class of students, and a
 * period that exists.
 */
export function readStatementSearch(
  address: Record<string, unknown>,
): StatementAddress | undefined {
  const { startDate, endDate } = readDays(address);
  const id = Number(address.id);
  const { kind } = address;
  const isKind = kind === 'client' || kind === 'student';
  if (!isKind || !startDate || endDate < startDate) return undefined;
  const ofClass = readText(address.class);
  if (kind === 'student' && ofClass !== '') return { class: ofClass, startDate, endDate };
  return Number.isInteger(id) && id > 0 ? { kind, id, startDate, endDate } : undefined;
}
