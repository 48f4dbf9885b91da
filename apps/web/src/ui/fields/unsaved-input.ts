import { createContext } from 'react';

/** The id of the signed-in user. */
export const UserIdContext = createContext(0);

/**
 * Input that is not saved yet, per user and in this tab alone. It survives a reload, a browser crash and
 * the end of a session, and no other user sees it. Never store a password here.
 */
const PREFIX = 'typed:';
const keyOf = (user: number, form: string) => `${PREFIX}${user}:${form}`;

export function storeUnsaved(user: number, form: string, input: unknown): void {
  try {
    sessionStorage.setItem(keyOf(user, form), JSON.stringify(input));
  } catch (error) {
    // The storage is full or forbidden: the input is then only on the screen.
    console.warn('Unsaved input could not be stored', error);
  }
}

/** Anyone can write to sessionStorage: the caller has to check the shape. */
export function readUnsaved(user: number, form: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, form)) ?? 'null');
  } catch {
    return null;
  }
}

export function removeUnsaved(user: number, form: string): void {
  sessionStorage.removeItem(keyOf(user, form));
}

/** Whether input or an unfinished sale waits for the user to sign in again. */
export function hasUnsaved(): boolean {
  return Object.keys(sessionStorage).some((key) => /^(typed|pending-sale):/.test(key));
}

/** In localStorage the last sign-out of all tabs; in sessionStorage the last one that this tab has seen. */
const SIGNED_OUT = 'signed-out';

/** A sign-out at one tab is a sign-out at all of them. */
export function clearUnsavedInAllTabs(): void {
  localStorage.setItem(SIGNED_OUT, `${Date.now()}`);
  followSignOut();
}

/** Runs at every page start too: a frozen or restored tab misses the storage event. */
export function followSignOut(): void {
  const last = localStorage.getItem(SIGNED_OUT);
  if (last === null || last === sessionStorage.getItem(SIGNED_OUT)) return;
  clearUnsaved();
  sessionStorage.setItem(SIGNED_OUT, last);
}

/** Removes the input of every user but `except`: it names clients and their CPFs. */
export function clearUnsaved(except?: number): void {
  for (const key of Object.keys(sessionStorage)) {
    const kept = except !== undefined && key.startsWith(keyOf(except, ''));
    if (key.startsWith(PREFIX) && !kept) sessionStorage.removeItem(key);
  }
}
