import { useSyncExternalStore } from 'react';
import { readServerTrouble, subscribeServerTrouble } from '../../api/server-trouble.ts';
import { timeNow } from '../../storage/server-clock.ts';

/*
 * Whether a counter goes on without the server: from a sale that got no answer to the first answer of any call. The
 * frame asks the server until then.
 */
let since: Date | undefined;
const listeners = new Set<() => void>();

function become(next: Date | undefined): void {
  since = next;
  for (const listener of [...listeners]) listener();
}

subscribeServerTrouble(() => {
  if (since && readServerTrouble() === undefined) become(undefined);
});

/** A sale got no answer. */
export function noteAway(): void {
  if (!since && readServerTrouble() !== undefined) become(timeNow());
}

/** Since when the server has been away; undefined while it is there. */
export const awaySince = (): Date | undefined => since;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAwaySince = (): Date | undefined => useSyncExternalStore(subscribe, awaySince);

/** What does not go without the server says this. */
export const NO_SERVER = 'Sem o servidor.';

/** Whether the page's own files would come again without the server. */
export const opensAgain = (): boolean =>
  Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);
