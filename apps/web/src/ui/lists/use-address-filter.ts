import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

type Address = Record<string, unknown>;

/** How a list's filter stands in its address, and what it filters. Made once, outside of any component. */
export type AddressFilter<Filter> = {
  readonly read: (address: Address) => Filter;
  /** The address of a filter, from its first page. */
  readonly write: (filter: Filter, pageSize: unknown) => object;
  readonly queryKey: QueryKey;
};

/** The filter that the address holds, and what has been typed over it but not filtered by yet. */
export function useAddressFilter<Filter>({ read, write, queryKey }: AddressFilter<Filter>) {
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const applied = useMemo(() => read(address), [read, address]);
  const [typed, setTyped] = useState(applied);
  const [before, setBefore] = useState(applied);
  // The address changed by itself (back, a link): the fields follow.
  if (JSON.stringify(before) !== JSON.stringify(applied)) {
    setBefore(applied);
    setTyped(applied);
  }

  const apply = (filter: Filter, replace = false): Promise<void> => {
    // Filtering by the same again asks for what happened meanwhile.
    if (JSON.stringify(filter) === JSON.stringify(applied)) {
      return queryClient.invalidateQueries({ queryKey });
    }
    return navigate({
      to: '.',
      search: (old: Address) => write(filter, old.page_size),
      replace,
      resetScroll: false,
    });
  };

  return {
    applied,
    typed,
    type: (change: Partial<Filter>) => setTyped((old) => ({ ...old, ...change })),
    apply,
  };
}
