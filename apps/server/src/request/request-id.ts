import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** As proxies make them: UUIDs, or hexadecimal digits. Anything else may hold a name, a CPF or a forged line. */
const PROXYS_ID = /^[0-9a-f-]{16,64}$/i;

/**
 * The reference of a request: in every line of the log about it, in `X-Request-Id`, and in a refusal. It is a
 * proxy's own, or else short enough to be read out on the telephone.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && PROXYS_ID.test(given)
    ? given
    : randomBytes(4).toString('hex');
}
