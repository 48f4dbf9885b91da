import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address for counting sign-ins and for their audit, which keeps it as long as the rest. An IPv6
 * client counts as its whole /64 network. If a proxy forwards no valid address, its own address counts.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const given = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address) || address === '::1') return address;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':'));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}

/** `accounts`: the ids of those who have signed in there. */
export type KnownBrowser = { id: string; accounts: readonly number[] };

declare module 'fastify' {
  interface FastifyRequest {
    /** A browser in which somebody has signed in before, of a request that has no session yet. */
    knownBrowser: KnownBrowser | null;
  }
}

/**
 * Where somebody without a session is: at their address, which a whole school may share, and there in a browser that the
 * shop knows. All browsers of the same people are one place: a person may have as many cookies as they have signed in
 * times. A copied cookie is another place elsewhere.
 */
export function placeOf(request: FastifyRequest): string {
  const { accounts } = request.knownBrowser ?? {};
  const address = addressOf(request);
  return accounts ? `${address} accounts ${accounts.toSorted().join('-')}` : address;
}
