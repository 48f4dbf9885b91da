import { isPassing } from './errors.ts';

/** Why the last call got no answer to work with; undefined while the server answers. */
export type Trouble = 'unreachable' | 'unavailable' | undefined;

let trouble: Trouble;
const listeners = new Set<() => void>();

export const readTrouble = (): Trouble => trouble;

/** Every call says here how it went: an error, or undefined for an answer. */
export function noteCall(error: unknown): void {
  const now = isPassing(error)
    ? 'status' in (error as object)
      ? 'unavailable'
      : 'unreachable'
    : undefined;
  if (now === trouble) return;
  trouble = now;
  for (const listener of [...listeners]) listener();
}

/** Calls back when the trouble begins, changes or ends. Returns how to stop. */
export function subscribeTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
