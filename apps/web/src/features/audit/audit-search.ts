import { type AuditAction, auditActions } from '@balcao/contract/audit-actions.ts';
import { daysIn, MAX_SEARCH_LENGTH, readListSearch } from '../../ui/lists/list-search.ts';

/** What the audit is filtered by; '' is anything. `user` is who did it. */
export type AuditFilter = {
  user: string;
  kind: AuditAction | '';
  startDate: string;
  endDate: string;
};

export const EVERYTHING: AuditFilter = { user: '', kind: '', startDate: '', endDate: '' };

/** As the address says it: what is as usual is left out. */
export type AuditSearch = {
  page?: number | undefined;
  page_size?: number | undefined;
  user?: string | undefined;
  kind?: AuditAction | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** Reads an address that anybody may have typed. What makes no sense is left out. */
export function readAuditSearch(address: Record<string, unknown>): AuditSearch {
  const { page, page_size } = readListSearch(address);
  const user = String(address.user ?? '')
    .replaceAll('\0', '')
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();
  const kind = auditActions.find((action) => action === address.kind);
  return {
    ...(page && { page }),
    ...(page_size && { page_size }),
    ...(user && { user }),
    ...(kind && { kind }),
    ...daysIn(address),
  };
}

export function filterOf({ user, kind, startDate, endDate }: AuditSearch): AuditFilter {
  return {
    user: user ?? '',
    kind: kind ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
  };
}

/** The address of a filter, from its first page. */
export function searchOf(filter: AuditFilter, pageSize: unknown): AuditSearch {
  return readAuditSearch({ ...filter, page_size: pageSize });
}
