import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';

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
