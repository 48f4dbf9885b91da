import type { Session } from '@balcao/contract/accounts/auth.ts';
import { useSyncExternalStore } from 'react';
import { fieldsOf, readStored } from '../storage/stored-json.ts';
import { numberOf, textOf } from './answers/values.ts';

/** Holds the whole login response. Every read goes to the storage, so that all tabs agree. */
const USER_KEY = 'user';

const listeners = new Set<() => void>();
let lastText: string | null = null;
let lastSession: Session | undefined;

/** Returns the stored session; the same object while the stored text is the same. */
export function readSession(): Session | undefined {
  const text = localStorage.getItem(USER_KEY);
  if (text !== lastText) {
    lastText = text;
    lastSession = readStored(text, asSession);
  }
  return lastSession;
}

/** Whether the server, not the user, ended the last session of this page. */
export let sessionEnded = false;

export function writeSession(session: Session): void {
  sessionEnded = false;
  localStorage.setItem(USER_KEY, JSON.stringify(session));
  announce();
}

export function clearSession(ended = false): void {
  sessionEnded = ended;
  localStorage.removeItem(USER_KEY);
  announce();
}

/** Calls back when any tab stores or drops the session. Returns a function that unsubscribes. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The stored session in a component; undefined for a visitor. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeSession, readSession);
}

function onStorage(event: StorageEvent): void {
  // The key is null if everything was cleared.
  if (event.key === USER_KEY || event.key === null) announce();
}

function announce(): void {
  for (const listener of [...listeners]) listener();
}

/**
 * Anyone can write to localStorage, and another server may know fewer fields: a record with an access is a
 * session, a user who is not called an administrator is none, and an unknown id is 0. Other fields are kept.
 */
function asSession(value: unknown): Session | undefined {
  const record = fieldsOf(value);
  const user = fieldsOf(record.user);
  if (typeof record.access !== 'string' || record.access === '') return undefined;
  return {
    ...record,
    access: record.access,
    user: {
      image: null,
      must_change_password: false,
      ...user,
      id: numberOf(user.id),
      name: textOf(user.name),
      admin: user.admin === true,
    },
  };
}
