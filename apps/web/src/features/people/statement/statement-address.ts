import { readDays } from '../../../ui/lists/list-address.ts';
import type { Kind } from '../people.queries.ts';

export type StatementAddress = { kind: Kind; id: number; startDate: string; endDate: string };

/** Reads an address that anyone may have typed; {} unless it names a person and a period that exists. */
export function readStatementSearch(address: Record<string, unknown>): Partial<StatementAddress> {
  const { startDate, endDate } = readDays(address);
  const id = Number(address.id);
  const { kind } = address;
  const isKind = kind === 'client' || kind === 'student';
  if (!isKind || !Number.isInteger(id) || id < 1 || !startDate || endDate < startDate) return {};
  return { kind, id, startDate, endDate };
}
