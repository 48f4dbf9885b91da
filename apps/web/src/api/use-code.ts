import { useQuery } from '@tanstack/react-query';

/** Code that a page loads with its first use. */
export const useCode = <T>(name: string, load: () => Promise<T>, enabled = true) =>
  useQuery({
    queryKey: ['code', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled,
  });
