import { setTimeout as delay } from 'node:timers/promises';
import { isDiskFull, isUnavailable, UnconfirmedCommit, wasRolledBack } from './unavailable.ts';

/** The waits between attempts while the database is away; together longer than a restart of PostgreSQL. */
const RETRY_DELAYS_MS = [50, 150, 400, 1_000, 2_000];
/** No attempt begins later. The counter waits 20 s and then retries with the same key. */
const LAST_ATTEMPT_MS = 5_000;

/**
 * Retries while the database is away or rolled the attempt back because of a conflict; a key has to make it
 * safe to repeat. A commit that the replica did not confirm is not retried here; the client retries it later.
 */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  const lastAttempt = performance.now() + LAST_ATTEMPT_MS;
  for (const wait of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      const transient = wasRolledBack(error) || (isUnavailable(error) && !isDiskFull(error));
      const tooLate = performance.now() + wait > lastAttempt;
      if (!transient || tooLate || error instanceof UnconfirmedCommit) throw error;
    }
    await delay(wait);
  }
  return attempt();
}
