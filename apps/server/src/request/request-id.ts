import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isAmong } from '../program/addresses.ts';

/**
 * As proxies make them: UUIDs, or hexadecimal digits with a letter among them. Anything else may hold a name, a
 * CPF or a forged line.
 */
const PROXYS_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\d*[a-f])[0-9a-f]{16,64})$/i;

/**
 * Makes the reference of a request: in every line of the log about it, in `X-Request-Id`, and in a refusal. It is
 * a trusted proxy's own, or else short enough to be read out on the telephone.
 */
export function requestIds(trustProxy: readonly string[] = []) {
  const isTrusted = isAmong(trustProxy);
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers['x-request-id'];
    const isProxys = typeof given === 'string' && PROXYS_ID.test(given);
    return isProxys && isTrusted(socket.remoteAddress) ? given : randomBytes(4).toString('hex');
  };
}
