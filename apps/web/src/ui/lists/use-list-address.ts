import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListSearch, listQueryOf, readListSearch } from './list-address.ts';

/**
 * The part of a list that is shown, kept in the address: back, reload and a shared link show the same.
 * Other values of the address (filters) stay.
 */
export function useListAddress() {
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const slice = listQueryOf(readListSearch(address));
  const go = (change: ListSearch, replace = false) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        page: undefined,
        page_size: undefined,
        search: undefined,
        ...readListSearch({ ...slice, ...change }),
      }),
      replace,
      // The pager must stay under the pointer.
      resetScroll: false,
    });
  return {
    slice,
    setPage: (page: number) => go({ page }),
    /** For a page past the end: going back must not lead there again. */
    replacePage: (page: number) => go({ page }, true),
    // Only the first page of another size or search is known to exist.
    setPageSize: (page_size: number) => go({ page: 1, page_size }),
    setSearch: (search: string) => go({ page: 1, search }),
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
