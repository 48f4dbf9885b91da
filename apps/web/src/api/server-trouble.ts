import { type ApiRefusal, isPassing, refusalCode } from './errors.ts';

/** Why the last call got no usable response; undefined while the server responds. */
export type ServerTrouble = 'unreachable' | 'unavailable' | undefined;

let trouble: ServerTrouble;
let failure: string | undefined;
const listeners = new Set<() => void>();

export const readServerTrouble = (): ServerTrouble => trouble;

/** The reference of the last internal error of the server, until the user has put it away. */
export const readServerFailure = (): string | undefined => failure;

export function noteServerFailure(reference: string | undefined): void {
  failure = reference;
  for (const listener of [...listeners]) listener();
}

/** Every call reports how it ended: with an error, or undefined for a response. */
export function noteCall(error: unknown): void {
  if (refusalCode(error) === 'internal') noteServerFailure((error as ApiRefusal).problem.reference);
  const before = trouble;
  if (!isPassing(error)) trouble = undefined;
  else trouble = 'status' in (error as object) ? 'unavailable' : 'unreachable';
  if (trouble === before) return;
  for (const listener of [...listeners]) listener();
}

/** Calls back when trouble or a failure begins, changes or ends. Returns a function that unsubscribes. */
export function subscribeServerTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
