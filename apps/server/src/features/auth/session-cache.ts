import type { Connection } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { readSession } from './session.repository.ts';
import { onSignedInChange } from './signed-in-changes.ts';
import { hashToken } from './token-hashes.ts';

/** How long a session may be cached: a session that ended on another server works here for that long. */
const CACHE_MS = 1_000;
const MAX_ENTRIES = 5_000;

export function createSessionCache({ pool, db }: Connection) {
  const entries = new Map<string, { user: SignedIn; until: number }>();
  let clears = 0;
  onSignedInChange(db, () => {
    clears++;
    entries.clear();
  });
  return {
    /** The user of an access token; null if it is unknown or expired, or its session or user is inactive. */
    async read(token: string): Promise<SignedIn | null> {
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const cached = entries.get(key);
      if (cached && cached.until > performance.now()) return cached.user;
      // Counted from the start of the query, because its result may be as old as that.
      const until = performance.now() + CACHE_MS;
      const clearsBefore = clears;
      const user = await readSession(pool, hash);
      // A query that began before the cache was cleared may have read the old state.
      if (clears !== clearsBefore) return user;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      if (user) entries.set(key, { user, until });
      else entries.delete(key);
      return user;
    },
  };
}
