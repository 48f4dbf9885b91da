import { type AuditAction, auditActions } from '@balcao/contract/audit-actions.ts';
import { readDays, readListSearch, readText, withoutEmpty } from '../../ui/lists/list-search.ts';

/** The filter of the audit; '' filters nothing. `user` is part of a name or login. */
export type AuditFilter = {
  user: string;
  kind: AuditAction | '';
  startDate: string;
  endDate: string;
};

export const EVERYTHING: AuditFilter = { user: '', kind: '', startDate: '', endDate: '' };

/** Reads an address that anyone may have typed. Invalid values filter nothing. */
export function readAuditFilter(address: Record<string, unknown>): AuditFilter {
  return {
    user: readText(address.user),
    kind: auditActions.find((action) => action === address.kind) ?? '',
    ...readDays(address),
  };
}

/** Returns the page and the filter of an address without defaults. */
export function readAuditSearch(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  return { ...page, ...withoutEmpty(readAuditFilter(address)) };
}
