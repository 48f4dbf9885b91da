import type { Connection } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve.ts';
import { readSession } from './session.repository.ts';
import { hashToken } from './tokens.ts';

/** How long an answer about a token may be trusted: the price of a revocation on another server. */
const TRUST_MS = 1_000;
const MAX_REMEMBERED = 5_000;

export type SessionReader = {
  /** Who the access token belongs to; null when it is unknown, expired, ended or its user may not sign in. */
  read(token: string): Promise<SignedIn | null>;
  /** After a sign-out, a password or a role changed: what was remembered may be wrong. */
  forgetAll(): void;
};

export function createSessionReader(pool: Connection['pool']): SessionReader {
  const remembered = new Map<string, { user: SignedIn; until: number }>();
  let forgotten = 0;
  return {
    async read(token) {
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const known = remembered.get(key);
      if (known && known.until > performance.now()) return known.user;
      const askedAt = performance.now();
      const times = forgotten;
      const user = await readSession(pool, hash);
      // Asked before the change that made the others forgotten: good for this request, not to remember.
      if (forgotten !== times) return user;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      // Trust counts from the question: the answer was already ageing on its way here.
      if (user) remembered.set(key, { user, until: askedAt + TRUST_MS });
      else remembered.delete(key);
      return user;
    },
    forgetAll() {
      forgotten++;
      remembered.clear();
    },
  };
}
