import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useToday } from '../../storage/server-clock.ts';
import { type Address, bySearch, type Filter, type ListSlice, sliceOf } from './filter.ts';

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
  const slice = sliceOf(address);
  const go = (change: Partial<ListSlice>, replace = false) =>
    void navigate({
      to: '.',
      search: (before: Address) => ({
        ...before,
        page: undefined,
        page_size: undefined,
        search: undefined,
        ...bySearch.search({ ...slice, ...change }),
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

/**
 * A list's address with a search of which some texts may stand in no address, since they may be a CPF or a matrícula:
 * these are kept here, under the address without a search.
 */
export function useSearchText(isPersonal: (text: string) => boolean) {
  const address = useListAddress();
  const [personal, setPersonal] = useState('');
  const show = (typed: string) => {
    const text = typed.trim();
    const inAddress = text !== '' && !isPersonal(text);
    // Under an address that is still to come, it would ask for the whole list first.
    if (!inAddress) setPersonal(text);
    address.setSearch(inAddress ? text : '');
  };
  return { address, search: address.slice.search || personal, show };
}

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
 * The filter in the address (`applied`), the input over it that is not applied yet, and what stands beside it
 * (useBeside).
 */
export function useAddressFilter<F extends object, L>(queryKey: QueryKey, filter: Filter<F, L>) {
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A period without days is that of today.
  useToday();
  const applied = filter.read(address);
  const [input, setInput] = useInput(applied);

  const apply = (next: F, replace = false): Promise<void> => {
    // Applying the same filter again refetches.
    if (JSON.stringify(next) === JSON.stringify(applied)) {
      return queryClient.invalidateQueries({ queryKey });
    }
    return navigate({
      to: '.',
      search: ({ page_size, ...before }: Address) =>
        filter.search({ ...filter.readBeside(before), ...next, page_size }),
      replace,
      resetScroll: false,
    });
  };

  const none = filter.read({});
  const isFiltered = JSON.stringify(none) !== JSON.stringify(applied);
  return {
    applied,
    input,
    change: (part: Partial<F>) => setInput((old) => ({ ...old, ...part })),
    apply,
    /** undefined while nothing is filtered. */
    clear: isFiltered ? () => void apply(none) : undefined,
    ...useBeside(filter),
  };
}

/**
 * What applies as it is chosen. Each choice takes the place of the one before it, so that back leads to the page
 * before; only what is opened (`adds`) is left by going back.
 */
export function useBeside<L>(filter: Filter<object, L>) {
  const beside = filter.readBeside(useSearch({ strict: false }) as Address);
  const navigate = useNavigate();
  const changeBeside = (part: { [Name in keyof L]?: unknown }, adds = false) =>
    void navigate({
      to: '.',
      search: (before: Address) => filter.search({ ...before, ...part }),
      replace: !adds,
      resetScroll: false,
    });
  return { beside, changeBeside };
}
