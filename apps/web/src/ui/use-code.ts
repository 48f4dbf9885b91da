import { useQuery } from '@tanstack/react-query';

/** A large part that few visits to a page need; it is loaded with its first use. */
export const useCode = <T>(name: string, load: () => Promise<T>, enabled = true) =>
  useQuery({
    queryKey: ['code', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled,
  });
