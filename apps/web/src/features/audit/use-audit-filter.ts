import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { AUDIT_KEY } from './audit.queries.ts';
import { type AuditFilter, filterOf, readAuditSearch, searchOf } from './audit-search.ts';

/** The filter that the address holds, and what has been typed over it but not filtered by yet. */
export function useAuditFilter() {
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const applied = useMemo(() => filterOf(readAuditSearch(address)), [address]);
  const [typed, setTyped] = useState(applied);
  const [before, setBefore] = useState(applied);
  // The address changed by itself (back, a link): the fields follow.
  if (JSON.stringify(before) !== JSON.stringify(applied)) {
    setBefore(applied);
    setTyped(applied);
  }

  return {
    applied,
    typed,
    type: (change: Partial<AuditFilter>) => setTyped((old) => ({ ...old, ...change })),
    apply: (filter: AuditFilter) => {
      // Filtering by the same again asks for what happened meanwhile.
      if (JSON.stringify(filter) === JSON.stringify(applied)) {
        return void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
      }
      void navigate({
        to: paths.audit,
        search: (old: Record<string, unknown>) => searchOf(filter, old.page_size),
        resetScroll: false,
      });
    },
  };
}

export type AuditFilterState = ReturnType<typeof useAuditFilter>;
