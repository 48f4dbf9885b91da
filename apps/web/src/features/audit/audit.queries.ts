import { call } from '../../api/client.ts';
import type { ListSlice } from '../../ui/lists/list-search.ts';
import type { AuditFilter } from './audit-search.ts';

export const AUDIT_KEY = ['audit'] as const;

/** Returns a page of the audit, newest first. */
export const listAudit = (
  { search: _, kind, ...query }: ListSlice & AuditFilter,
  signal: AbortSignal,
) => call('listAudit', { query: { ...query, kind: kind || undefined }, signal });
