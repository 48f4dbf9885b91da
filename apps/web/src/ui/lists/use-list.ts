import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useToday } from '../../storage/server-clock.ts';
import { type ListSearch, listQueryOf, readListSearch } from './list-address.ts';

type Address = Record<string, unknown>;

/** Reads a part of a list; the previous part stays until the new one arrives. `title` is for the console. */
export function useList<Part, Result>(
  title: string,
  queryKey: QueryKey,
  part: Part,
  read: (part: Part, signal: AbortSignal) => Promise<Result>,
) {
  return useQuery({
    queryKey: [...queryKey, 'list', part],
    queryFn: ({ signal }) => read(part, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A copy would lose what the server sent (api/answers/received.ts), and the paper stores that.
    structuralSharing: false,
    meta: { failure: `${title}: the list could not be loaded` },
  });
}

/**
 * The part of a list that is shown, kept in the address: back, reload and a shared link show the same.
 * Other values of the address (filters) stay.
 */
export function useListAddress() {
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const slice = listQueryOf(readListSearch(address));
  const go = (change: ListSearch, replace = false) =>
    void navigate({
      to: '.',
      search: (before: Address) => ({
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

/** Input over a value of the address; a change of the address (back, a link) replaces it. */
export function useInput<Value>(inAddress: Value) {
  const [input, setInput] = useState(inAddress);
  const [before, setBefore] = useState(inAddress);
  if (JSON.stringify(before) !== JSON.stringify(inAddress)) {
    setBefore(inAddress);
    setInput(inAddress);
  }
  return [input, setInput] as const;
}

/**
 * The filter in the address (`applied`) and the input over it that is not applied yet. `readSearch`
 * returns the values that the address keeps, without defaults.
 */
export function useAddressFilter<Filter extends object>(
  queryKey: QueryKey,
  readFilter: (address: Address) => Filter,
  readSearch: (address: Address) => object,
) {
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A period without days is that of today.
  useToday();
  const applied = readFilter(address);
  const [input, setInput] = useInput(applied);

  const apply = (filter: Filter, replace = false): Promise<void> => {
    // Applying the same filter again refetches.
    if (JSON.stringify(filter) === JSON.stringify(applied)) {
      return queryClient.invalidateQueries({ queryKey });
    }
    return navigate({
      to: '.',
      search: ({ page_size }: Address) => readSearch({ ...filter, page_size }),
      replace,
      resetScroll: false,
    });
  };

  const none = readFilter({});
  const isFiltered = JSON.stringify(none) !== JSON.stringify(applied);
  return {
    applied,
    input,
    change: (part: Partial<Filter>) => setInput((old) => ({ ...old, ...part })),
    apply,
    /** undefined while nothing is filtered. */
    clear: isFiltered ? () => void apply(none) : undefined,
  };
}

/**
 * The part of the address that applies as it is chosen. Each choice takes the place of the one before it, so that back
 * leads to the page before.
 */
export function useLook<Look extends object>(
  readLook: (address: Address) => Look,
  readSearch: (address: Address) => object,
) {
  const look = readLook(useSearch({ strict: false }) as Address);
  const navigate = useNavigate();
  const change = (part: Address) =>
    void navigate({
      to: '.',
      search: (before: Address) => readSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  return { look, change };
}
