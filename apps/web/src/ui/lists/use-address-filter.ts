import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useInput } from './use-input.ts';

type Address = Record<string, unknown>;

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

  return {
    applied,
    input,
    change: (part: Partial<Filter>) => setInput((old) => ({ ...old, ...part })),
    apply,
  };
}
