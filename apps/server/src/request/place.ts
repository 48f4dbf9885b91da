import type { FastifyRequest } from 'fastify';
import { addressOf } from './address.ts';

/** `accounts`: the ids of those who have signed in there. */
export type KnownBrowser = { id: string; accounts: readonly number[] };

declare module 'fastify' {
  interface FastifyRequest {
    /** A browser in which somebody has signed in before, of a request that has no session yet. */
    knownBrowser: KnownBrowser | null;
  }
}

/**
 * Where somebody without a session is: in a browser that the shop knows, else at their address, which a whole school may
 * share. All browsers of the same people are one place: a person may have as many cookies as they have signed in times.
 */
export function placeOf(request: FastifyRequest): string {
  const { accounts } = request.knownBrowser ?? {};
  return accounts ? `accounts ${accounts.toSorted().join('-')}` : addressOf(request);
}
