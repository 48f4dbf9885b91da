import { useSyncExternalStore } from 'react';
import { readSession, subscribeSession } from './session.ts';

/** The stored session, followed as it changes; undefined for a visitor. */
export function useSession() {
  return useSyncExternalStore(subscribeSession, readSession);
}
