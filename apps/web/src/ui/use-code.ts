import { useQuery } from '@tanstack/react-query';

/**
 * A browser may remember that a file could not be loaded until the page is loaded again (seen in Chromium 150). That is
 * done if the server is there; what a person has typed survives it.
 */
async function loadPageAnew(): Promise<void> {
  await fetch(location.href, { cache: 'no-store' });
  location.reload();
  await new Promise(() => {});
}

const failed = new Set<string>();

/** Loads a large part that a person has asked for with a press, which few visits to a page need. */
export async function loadCode<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (failed.has(name)) await loadPageAnew();
    failed.add(name);
    throw error;
  }
}

/** A large part of a page; it is loaded with its first use. `refetch` is for a person who tries it again. */
export function useCode<T>(name: string, load: () => Promise<T>, enabled = true) {
  const query = useQuery({
    queryKey: ['code', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  const refetch = async () => {
    const result = await query.refetch();
    if (result.isError) await loadPageAnew();
    return result;
  };
  return { ...query, refetch };
}
