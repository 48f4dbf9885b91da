import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { call } from './client.ts';
import { noteCall, readTrouble, subscribeTrouble, type Trouble } from './connection.ts';
import { ApiUnreachable } from './errors.ts';
import { queryClient } from './query-client.ts';

/** Pauses between two looks whether the server is back; the last one stays. */
const PAUSES_MS = [500, 1_000, 2_000];
/** A look that takes this long has failed. */
const PATIENCE_MS = 4_000;

/**
 * What stands between this page and the server, once a second look has confirmed it: a single call that
 * failed says nothing yet. Looks until the server is back, and then fetches what could not be fetched.
 */
export function useTrouble(): Trouble {
  const [confirmed, setConfirmed] = useState(false);
  const trouble = useSyncExternalStore(subscribeTrouble, readTrouble);
  const troubled = trouble !== undefined;

  useEffect(() => {
    if (!troubled) return;
    const leaving = new AbortController();
    void watch(leaving.signal, () => setConfirmed(true)).then((back) => {
      if (!back) return;
      for (const listener of [...backListeners]) listener();
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    });
    return () => {
      leaving.abort();
      setConfirmed(false);
    };
  }, [troubled]);

  // What the browser knows of its network is a reason to look, not an answer: the till may talk to a
  // server on this very machine.
  useEffect(() => {
    const ask = () => void look(new AbortController().signal);
    window.addEventListener('offline', ask);
    return () => window.removeEventListener('offline', ask);
  }, []);

  return confirmed ? trouble : undefined;
}

const backListeners = new Set<() => void>();

/** Calls back each time that the server is back. */
export function useBackAgain(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const listener = () => back();
    backListeners.add(listener);
    return () => void backListeners.delete(listener);
  }, []);
}

/**
 * True when the server is back; false when nobody waits for it any longer, or it never was away: then one
 * call alone fails, and to ask for that again at once might go on for ever.
 */
async function watch(leaving: AbortSignal, onStillAway: () => void): Promise<boolean> {
  let away = false;
  for (let looks = 0; !leaving.aborted; looks++) {
    if (await look(leaving)) return away;
    if (leaving.aborted) break;
    away = true;
    onStillAway();
    await pause(PAUSES_MS[Math.min(looks, PAUSES_MS.length - 1)] as number, leaving);
  }
  return away && readTrouble() === undefined;
}

async function look(leaving: AbortSignal): Promise<boolean> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  try {
    await call('readHealth', { signal: AbortSignal.any([leaving, late]) });
    return true;
  } catch {
    if (late.aborted) noteCall(new ApiUnreachable('No answer in time'));
    return false;
  }
}

/** Sooner over when the browser finds its network again, or nobody waits any longer. */
function pause(ms: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      leaving.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    leaving.addEventListener('abort', end);
  });
}
