import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';

/** Reads a part of a list; the previous part stays until the new one is there. */
export function useList<Part, Result>(
  queryKey: QueryKey,
  part: Part,
  read: (part: Part, signal: AbortSignal) => Promise<Result>,
) {
  return useQuery({
    queryKey: [...queryKey, 'list', part],
    queryFn: ({ signal }) => read(part, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
