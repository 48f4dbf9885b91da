import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './errors.ts';

const MAX_RETRIES = 3;

/** Only what may pass by itself is tried again: a refusal stays a refusal. Changes are never repeated unasked. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      // The till talks to a server in the next room: what the browser thinks of the internet is no matter.
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
