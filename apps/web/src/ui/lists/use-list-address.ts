import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type ListSearch, readListSearch, sliceOf } from './list-search.ts';

/**
 * The part of a list that is shown, kept in the address: back, reload and a shared link show the same.
 * Other values of the address (filters) stay.
 */
export function useListAddress() {
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const { page, page_size, search } = sliceOf(readListSearch(address));

  return useMemo(() => {
    const go = (change: ListSearch, replace = false) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...before,
          page: undefined,
          page_size: undefined,
          search: undefined,
          ...readListSearch({ page, page_size, search, ...change }),
        }),
        replace,
        // The pager must stay under the pointer.
        resetScroll: false,
      });
    return {
      slice: { page, page_size, search },
      setPage: (next: number) => go({ page: next }),
      /** For a page past the end: going back must not lead there again. */
      replacePage: (next: number) => go({ page: next }, true),
      // Only the first page of another size or search is known to exist.
      setPageSize: (next: number) => go({ page: 1, page_size: next }),
      setSearch: (next: string) => go({ page: 1, search: next }),
    };
  }, [navigate, page, page_size, search]);
}

export type ListAddress = ReturnType<typeof useListAddress>;
