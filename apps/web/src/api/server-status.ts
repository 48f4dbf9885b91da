import { isPassing } from './errors.ts';

/** Why the last call got no usable response; undefined while the server responds. */
export type ServerTrouble = 'unreachable' | 'unavailable' | undefined;

let trouble: ServerTrouble;
const listeners = new Set<() => void>();

export const readServerTrouble = (): ServerTrouble => trouble;

/** Every call reports how it ended: with an error, or undefined for a response. */
export function noteCall(error: unknown): void {
  const before = trouble;
  if (!isPassing(error)) trouble = undefined;
  else trouble = 'status' in (error as object) ? 'unavailable' : 'unreachable';
  if (trouble === before) return;
  for (const listener of [...listeners]) listener();
}

/** Calls back when the trouble begins, changes or ends. Returns a function that unsubscribes. */
export function subscribeServerTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
