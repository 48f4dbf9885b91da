import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isPassing } from './errors.ts';

const MAX_RETRIES = 3;

// Before the next event: the second click of a double click must find the first one's mutation pending.
notifyManager.setScheduler(queueMicrotask);

/** Retries only errors that may pass; a refusal is final. Mutations are never retried. */
export const queryClient = new QueryClient({
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
