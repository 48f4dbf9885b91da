import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ListSlice } from '../../ui/lists/list-search.ts';
import type { AuditFilter } from './audit-search.ts';

export const AUDIT_KEY = ['audit'] as const;

/** A page of the audit, newest first; the page before stays until it is there. */
export const auditQuery = ({ page, page_size }: ListSlice, filter: AuditFilter) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, page, page_size, filter],
    queryFn: ({ signal }) =>
      call('listAudit', {
        query: { page, page_size, ...filter, kind: filter.kind || undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
