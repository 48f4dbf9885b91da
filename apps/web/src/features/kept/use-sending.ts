import type { Session } from '@balcao/contract/accounts/auth.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { isMarked, loadKept, subscribeKept } from './kept-sales.ts';

/** Sends what this computer keeps of the user who is signed in. Without it, and where the shop keeps no sales, nothing is loaded. */
export function useSending(session: Session | undefined): void {
  const user = session?.user.id;
  const marked = useSyncExternalStore(subscribeKept, isMarked);
  const needed = session?.keeps_sales === true || marked;
  useEffect(() => {
    if (!needed || user === undefined) return;
    let stop: (() => void) | undefined;
    let left = false;
    // Both at once: the server may be away soon.
    Promise.all([import('./send-kept.ts'), loadKept()]).then(([{ startSending }]) => {
      if (!left) stop = startSending(user);
    }, console.warn);
    return () => {
      left = true;
      stop?.();
    };
  }, [needed, user]);
}
