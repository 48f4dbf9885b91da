import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { useSyncExternalStore } from 'react';

/*
 * “Today” is the server's day: a computer with a dead battery is in another year. Every response says its time in the
 * header Date, and how far that is ahead of this computer's clock is kept. Without one the computer's clock is believed.
 */
const KEY = 'server-clock';

/** The header has whole seconds, and a response takes a moment to come: a smaller difference is none. */
const ROUGH_MS = 60_000;

let ahead = readAhead();
const listeners = new Set<() => void>();

/** Notes the time of a response. */
export function noteServerTime(headers: Headers): void {
  const at = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(at)) return;
  const before = ahead;
  ahead = at - Date.now();
  if (Math.abs(ahead - before) < ROUGH_MS) return;
  storeAhead();
  for (const listener of [...listeners]) listener();
}

/** The server's time, to a second or so. */
export const timeNow = (): Date => new Date(Date.now() + ahead);

/** The shop's day by the server's time. */
export const today = (): BusinessDay => businessDayOf(timeNow());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders again when a first response shows that this computer has another day. */
export const useToday = (): BusinessDay => useSyncExternalStore(subscribe, today);

/** A page that is opened knows the day before its first response. */
function readAhead(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

function storeAhead(): void {
  try {
    if (Math.abs(ahead) < ROUGH_MS) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${ahead}`);
  } catch {
    // Then the first response says it again.
  }
}
