import { auditActions, auditGroups } from '@balcao/domain/audit/actions.ts';
import { readDays, readListSearch, readText, withoutEmpty } from '../../ui/lists/list-address.ts';

/** The key of every query about the audit. */
export const AUDIT_KEY = ['audit'] as const;

export type AuditFilter = ReturnType<typeof readAuditFilter>;

/** Reads an address that anyone may have typed. Invalid values become '', which filters nothing. */
export function readAuditFilter(address: Record<string, unknown>) {
  return {
    /** Part of a name or login. */
    user: readText(address.user),
    kind: auditActions.find((action) => action === address.kind) ?? ('' as const),
    ...readDays(address),
  };
}

export const EVERYTHING = readAuditFilter({});

/** Returns the page and the filter of an address without defaults. */
export function readAuditSearch(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  return { ...page, ...withoutEmpty(readAuditFilter(address)) };
}

/** The choices of a select: all, then every kind in its group. */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...Object.entries(auditGroups).map(([group, kinds]) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];
