import { fieldsOf, readStored } from '../../storage/stored-json.ts';
import type { TypedKey } from './type-keys.ts';

declare global {
  interface Window {
    /** Of the script in index.html: the keys since the page began to load; from then on it keeps none. */
    takeEarlyKeys?: () => TypedKey[];
  }
}

const KEPT = 'early-keys';
/** Keys are for the page that comes next, not for one that is opened later. */
const KEPT_MS = 30_000;

/** Hands keys that still wait to be typed over to the page that comes next. */
export function keepKeys(keys: readonly TypedKey[]): void {
  if (keys.length === 0) return;
  sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), keys }));
}

/** What the page before has handed over, and then what came while this one loaded. */
export function takeKeptKeys(): readonly TypedKey[] {
  const kept = readStored(sessionStorage.getItem(KEPT), fieldsOf<{ at: number; keys: TypedKey[] }>);
  sessionStorage.removeItem(KEPT);
  const isFresh = Date.now() - (kept?.at ?? 0) < KEPT_MS;
  const handedOver = isFresh && Array.isArray(kept?.keys) ? kept.keys : [];
  return [...handedOver, ...(window.takeEarlyKeys?.() ?? [])];
}
