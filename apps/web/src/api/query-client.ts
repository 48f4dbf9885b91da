import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isPassing } from './errors.ts';

const MAX_RETRIES = 3;

// Before the next event: the second click of a double click must find the first one's mutation pending.
notifyManager.setScheduler(queueMicrotask);

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is logged with the error. */
    queryMeta: { failure: string };
    /** `reloads`: what is refetched afterwards, also after a failure, since something may have changed. */
    mutationMeta: { failure: string; reloads?: readonly QueryKey[] };
  }
}

/** Retries only errors that may pass; a refusal is final. Mutations are never retried. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => logFailure(error, meta) }),
  mutationCache: new MutationCache({
    onError: (error, _given, _result, { meta }) => logFailure(error, meta),
    onSettled: (_data, _error, _given, _result, { meta }) => {
      for (const queryKey of meta?.reloads ?? []) void queryClient.invalidateQueries({ queryKey });
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      // The server may be in the next room: the browser's view of the internet does not matter.
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});

function logFailure(error: Error, meta: { failure: string } | undefined): void {
  if (meta) console.error(meta.failure, error);
}
