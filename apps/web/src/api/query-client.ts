import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing } from './errors.ts';

const MAX_RETRIES = 3;

// Before the next event: the second click of a double click must find the first one's mutation pending.
notifyManager.setScheduler(queueMicrotask);

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure` is logged with the error of a query. */
    queryMeta: { failure: string };
  }
}

/** Retries only errors that may pass; a refusal is final. Mutations are never retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (meta) console.error(meta.failure, error);
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
