import type { Connection } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { readSession } from './session.repository.ts';
import { onSignedInChange } from './signed-in-changes.ts';
import { hashToken } from './token-hashes.ts';

/** How long a session may be cached: a session that ended on another server works here for that long. */
const CACHE_MS = 1_000;
const MAX_ENTRIES = 5_000;

export function createSessionCache({ pool, db }: Pick<Connection, 'pool' | 'db'>) {
  // Requests that come together share one query.
  const entries = new Map<string, { user: Promise<SignedIn | null>; until: number }>();
  /** Tokens that had a user when they were last read. */
  const known = new Set<string>();
  // A query that began before the cache was cleared may have read the old state, and is no longer in it.
  onSignedInChange(db, () => entries.clear());
  return {
    /**
     * An access token. `isKnown`: it was not merely invented. `user`: null if the token is unknown or expired, or its
     * session or user is inactive.
     */
    sessionOf(token: string): { isKnown: boolean; user: () => Promise<SignedIn | null> } {
      const hash = hashToken(token);
      const key = hash.toString('base64');
      return { isKnown: known.has(key), user: () => read(hash, key) };
    },
  };

  function read(hash: Buffer, key: string): Promise<SignedIn | null> {
    const cached = entries.get(key);
    if (cached && cached.until > performance.now()) return cached.user;
    if (entries.size >= MAX_ENTRIES) entries.clear();
    // Counted from the start of the query, because its result may be as old as that.
    const entry = { user: readSession(pool, hash), until: performance.now() + CACHE_MS };
    entries.set(key, entry);
    const forget = () => void (entries.get(key) === entry && entries.delete(key));
    entry.user.then((user) => {
      if (!user) {
        known.delete(key);
        return forget();
      }
      if (known.size >= MAX_ENTRIES) known.clear();
      known.add(key);
    }, forget);
    return entry.user;
  }
}
