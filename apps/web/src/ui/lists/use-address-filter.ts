import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useInput } from './use-input.ts';

type Address = Record<string, unknown>;

/** How the address holds the filter of a list. Define it outside of components. */
export type AddressFilter<Filter extends object> = {
  readonly readFilter: (address: Address) => Filter;
  /** Returns the values that the address keeps, without defaults. */
  readonly readSearch: (address: Address) => object;
  readonly queryKey: QueryKey;
};

/** The filter in the address (`applied`) and the input over it that is not applied yet. */
export function useAddressFilter<Filter extends object>(options: AddressFilter<Filter>) {
  const { readFilter, readSearch, queryKey } = options;
  const address = useSearch({ strict: false }) as Address;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const applied = useMemo(() => readFilter(address), [readFilter, address]);
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

  return {
    applied,
    input,
    change: (part: Partial<Filter>) => setInput((old) => ({ ...old, ...part })),
    apply,
  };
}
