import { useSyncExternalStore } from 'react';
import { readServerTrouble, subscribeServerTrouble } from '../../api/server-trouble.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { TimedDialog } from '../../ui/dialogs/timed-dialog.tsx';
import { noteKept, readKept, subscribeKept } from './kept-sales.ts';

/*
 * Whether a counter goes on without the server: from a sale or a list that got no answer to the first answer of any
 * call. The frame asks the server until then.
 */

export const awaySince = (): Date | undefined => readKept().awaySince;

export const useAwaySince = (): Date | undefined => useSyncExternalStore(subscribeKept, awaySince);

/** A sale or a list got no answer. */
export function noteAway(): void {
  if (!awaySince() && readServerTrouble() !== undefined) noteKept({ awaySince: timeNow() });
}

subscribeServerTrouble(() => {
  if (awaySince() && readServerTrouble() === undefined) noteKept({ awaySince: undefined });
});

/** What does not go without the server says this. */
export const NO_SERVER = 'Sem o servidor.';

export const NoServer = ({ onEnd }: { onEnd: () => void }) => (
  <TimedDialog message={NO_SERVER} ms={5_000} onEnd={onEnd} />
);

/** Whether the page's own files would come again without the server. */
export const opensAgain = (): boolean =>
  Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);
