import { createContext } from 'react';
import { fieldsOf, readStored } from './stored-json.ts';

/** The id of the signed-in user. */
export const UserIdContext = createContext(0);

/**
 * Input that is not saved yet, per user and in this tab alone. It survives a reload, a browser crash and
 * the end of a session, and no other user sees it. Never store a password here.
 */
const PREFIX = 'typed:';
const keyOf = (user: number, form: string) => `${PREFIX}${user}:${form}`;

/** Returns false when the storage is full or forbidden: the input is then only on the screen. */
export function storeUnsaved(user: number, form: string, input: unknown): boolean {
  try {
    sessionStorage.setItem(keyOf(user, form), JSON.stringify(input));
    return true;
  } catch (error) {
    console.warn('Unsaved input could not be stored', error);
    return false;
  }
}

/** The same for what must survive a reload before it is sent: throws when it can't be stored. */
export function storeBeforeSending(user: number, form: string, input: unknown): void {
  if (!storeUnsaved(user, form, input)) throw new Error('The record could not be stored');
}

/** Undefined for nothing and for what `asShape` does not know. */
export function readUnsaved<T>(
  user: number,
  form: string,
  asShape: (value: unknown) => T | undefined,
): T | undefined {
  return readStored(sessionStorage.getItem(keyOf(user, form)), asShape);
}

export function removeUnsaved(user: number, form: string): void {
  sessionStorage.removeItem(keyOf(user, form));
}

/** Whether input or an unfinished sale waits for the user to sign in again. */
export function hasUnsaved(): boolean {
  return Object.keys(sessionStorage).some((key) => key.startsWith(PREFIX));
}

/** In localStorage the last sign-out of all tabs; in sessionStorage the last one that this tab has seen. */
const SIGNED_OUT = 'signed-out';

/** A sign-out in one tab signs out all tabs. */
export function clearUnsavedInAllTabs(): void {
  localStorage.setItem(SIGNED_OUT, `${Date.now()}`);
  followSignOut();
}

/** When a user last signed out in any tab of this browser; null for never. */
export const lastSignOut = (): string | null => localStorage.getItem(SIGNED_OUT);

/** Runs at every page start too: a frozen or restored tab misses the storage event. */
export function followSignOut(): void {
  const last = lastSignOut();
  if (last === null || last === sessionStorage.getItem(SIGNED_OUT)) return;
  clearUnsaved();
  sessionStorage.setItem(SIGNED_OUT, last);
}

/**
 * Removes the input of every user but `except`: it names clients and their CPFs. Input marked `underWay`
 * stays: without its key, a sale that was sent could be recorded a second time.
 */
export function clearUnsaved(except?: number): void {
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const own = except !== undefined && key.startsWith(keyOf(except, ''));
    const text = sessionStorage.getItem(key);
    const underWay = readStored(text, (value) => fieldsOf<{ underWay: boolean }>(value).underWay);
    if (!own && underWay !== true) sessionStorage.removeItem(key);
  }
}
