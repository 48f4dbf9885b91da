import { createContext } from 'react';

/** The id of who is typing. */
export const TypistContext = createContext(0);

/**
 * What somebody has typed and not saved, per user and in this tab alone: it outlives a reload, a crash of
 * the browser and a session that ends, and is shown to nobody else. Passwords have no place here.
 */
const PREFIX = 'typed:';
const keyOf = (user: number, what: string) => `${PREFIX}${user}:${what}`;

export function keepTyped(user: number, what: string, typed: unknown): void {
  try {
    sessionStorage.setItem(keyOf(user, what), JSON.stringify(typed));
  } catch (error) {
    // Full or forbidden: then it is only on the screen.
    console.warn('What was typed could not be kept', error);
  }
}

/** Anyone can write to sessionStorage: whoever reads this has to look at its shape. */
export function readTyped(user: number, what: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, what)) ?? 'null');
  } catch {
    return null;
  }
}

export function dropTyped(user: number, what: string): void {
  sessionStorage.removeItem(keyOf(user, what));
}

/** Whether anything waits for whoever signs in again, a sale under way included. */
export function isAnythingKept(): boolean {
  return Object.keys(sessionStorage).some((key) => /^(typed|pending-sale):/.test(key));
}

/** In localStorage the last deliberate sign-out of all; in a tab's sessionStorage the last that it has seen. */
const SIGNED_OUT = 'signed-out';

/** Whoever leaves the till leaves all tabs of it. */
export function forgetTypedInAllTabs(): void {
  localStorage.setItem(SIGNED_OUT, `${Date.now()}`);
  followSignOut();
}

/** For each start of a page too: a tab that was frozen or put away is not told by an event. */
export function followSignOut(): void {
  const last = localStorage.getItem(SIGNED_OUT);
  if (last === null || last === sessionStorage.getItem(SIGNED_OUT)) return;
  forgetTyped();
  sessionStorage.setItem(SIGNED_OUT, last);
}

/** It names clients and their CPFs: nobody but `user` (nobody at all, if left out) finds it in this tab. */
export function forgetTyped(user?: number): void {
  for (const key of Object.keys(sessionStorage)) {
    const own = user !== undefined && key.startsWith(keyOf(user, ''));
    if (key.startsWith(PREFIX) && !own) sessionStorage.removeItem(key);
  }
}
