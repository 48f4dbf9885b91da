/*
 * A cover, and no wall: it keeps the next person from selling as the seller, without losing the order as a
 * sign-out would. The server does not know that a screen is covered: if it refused the calls of such a session, a
 * sale under way, a renewal and a paper would fail. Developer tools get past it. The settings' minutes arrive with
 * the session, so other browsers learn a change within 15 minutes. POST /api/auth/unlock/ checks the password as at a sign-in.
 */

import { readSession, subscribeSession } from '../../api/session.ts';
import { readKept } from '../../features/kept/kept-sales.ts';
import { isCoverThere } from '../../ui/covered.ts';

/**
 * In localStorage, so that all tabs agree and a reload changes nothing: the session, and when this browser was
 * last used in it. The server gives each session a name, so who signs in begins with an uncovered screen.
 */
const LAST_USE = 'last-use';
/** Instead of a time: covered until the password is typed, even if the settings change. */
const COVERED = 0;
/** Keys and moves of the pointer come faster than this is worth writing. */
const WRITE_EVERY_MS = 1_000;
const CHECK_EVERY_MS = 1_000;

/** The pages of this tab that are covered. */
const listeners = new Set<() => void>();

function lockOf() {
  const session = readSession();
  // An expired password opens /perfil alone, and the old password has to be typed there.
  if (!session || session.user.password_expired) return undefined;
  const [covered, at] = localStorage.getItem(LAST_USE)?.split(' ') ?? [];
  // Switched off meanwhile: a renewal no longer brings the lock, but the password is still to be typed.
  const kept = covered && at === `${COVERED}` ? { minutes: 1, session: covered } : undefined;
  return session.idle_lock ?? kept;
}

/** The next user finds nothing of the one before, and a lock that is switched on again begins at zero. */
function forgetWithoutLock(): void {
  if (!lockOf()) localStorage.removeItem(LAST_USE);
}

/** For how long, in milliseconds, nobody has used it; undefined before the first use of a session. */
function unusedFor(session: string): number | undefined {
  const [of, at] = localStorage.getItem(LAST_USE)?.split(' ') ?? [];
  // A clock that is set back must not keep the screen uncovered for hours.
  return of === session ? Math.abs(Date.now() - Number(at)) : undefined;
}

export function isCovered(): boolean {
  const lock = lockOf();
  if (!lock) return false;
  if (isNotedAsCovered(lock.session)) return true;
  // Only the server uncovers a screen: none is covered while a counter sells without it.
  return !readKept().awaySince && (unusedFor(lock.session) ?? 0) >= lock.minutes * 60_000;
}

const isNotedAsCovered = (session: string) =>
  localStorage.getItem(LAST_USE) === `${session} ${COVERED}`;

function noteUse(at: number): void {
  const lock = lockOf();
  if (lock) localStorage.setItem(LAST_USE, `${lock.session} ${at}`);
}

function noteCovered(session: string): void {
  if (!isNotedAsCovered(session)) noteUse(COVERED);
}

export function uncover(): void {
  noteUse(Date.now());
  announce();
}

/** Returns whether the screen is covered. It stays covered once the time was too long. */
function check(used: boolean): boolean {
  const lock = lockOf();
  if (!lock) return false;
  const unused = unusedFor(lock.session) ?? Number.POSITIVE_INFINITY;
  const covered = isCovered();
  // Once: written each second, it could overtake the other tab in which the password is being typed.
  if (covered) noteCovered(lock.session);
  else if (unused === Number.POSITIVE_INFINITY || (used && unused >= WRITE_EVERY_MS)) {
    noteUse(Date.now());
  }
  return covered;
}

/** Calls back when the screen may have to be covered or uncovered. Returns a function that unsubscribes. */
export function subscribeCover(listener: () => void): () => void {
  listeners.add(listener);
  const look = () => {
    forgetWithoutLock();
    check(false);
    listener();
  };
  // A user who has just signed in has used the browser.
  check(false);
  const timer = setInterval(look, CHECK_EVERY_MS);
  const unsubscribe = subscribeSession(look);
  // Another tab was used, covered or uncovered; or this one comes back after its timers slept.
  window.addEventListener('storage', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
    unsubscribe();
    window.removeEventListener('storage', look);
    document.removeEventListener('visibilitychange', look);
  };
}

function announce(): void {
  for (const listener of [...listeners]) listener();
}

function onUse(event: Event): void {
  if (!check(true) || listeners.size === 0) return;
  announce();
  if (!(event instanceof KeyboardEvent)) return;
  // Scans and shortcuts are heard on the window wherever the focus is.
  event.stopImmediatePropagation();
  // Escape would close the cover. Before it is there, a key is aimed at what it is going to hide.
  if (event.key === 'Escape' || !isCoverThere()) event.preventDefault();
}

subscribeSession(forgetWithoutLock);

// Before any page adds a listener of its own, so that this one is the first to hear a key.
for (const type of ['keydown', 'keyup', 'pointerdown', 'pointermove', 'wheel']) {
  window.addEventListener(type, onUse, true);
}
