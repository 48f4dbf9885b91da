import type { Session } from '@balcao/contract/auth.ts';

/** Where the whole login response is kept. Read anew each time, so that all tabs agree. */
const USER_KEY = 'user';

const listeners = new Set<() => void>();
let lastText: string | null = null;
let lastSession: Session | undefined;

/** The stored session; the same object as long as what is stored is the same. */
export function readSession(): Session | undefined {
  const text = localStorage.getItem(USER_KEY);
  if (text !== lastText) {
    lastText = text;
    lastSession = text === null ? undefined : parse(text);
  }
  return lastSession;
}

/** Whether the last session of this page was ended by the server, and not by whoever it belongs to. */
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

/** Calls back when this tab or another one stores or drops the session. Returns how to stop. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function onStorage(event: StorageEvent): void {
  // A null key means that everything was cleared.
  if (event.key === USER_KEY || event.key === null) announce();
}

function announce(): void {
  for (const listener of [...listeners]) listener();
}

/** Anyone can write to localStorage: what is not a session counts as none. */
function parse(text: string): Session | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const session = value as Session | null;
    const usable = typeof session?.access === 'string' && session.access !== '';
    return usable && typeof session.user === 'object' && session.user ? session : undefined;
  } catch {
    return undefined;
  }
}
