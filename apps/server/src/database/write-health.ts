import { sql } from 'kysely';
import { Refusal } from '../request/refusal.ts';
import type { Db } from './connection.ts';
import { cannotWrite } from './unavailable.ts';

/** Retries of counters fail again within seconds, as long as the disk is full. */
const REMEMBERED_MS = 15_000;

/** Tells that sales cannot be written although the database responds to queries. */
export function watchWrites(db: Db) {
  let failure: { error: unknown; until: number } | undefined;
  return {
    /** To be called with the error of every failed request. */
    sawError(error: unknown): void {
      // A health check that throws it is no new failure.
      if (!cannotWrite(error) || error === failure?.error) return;
      failure = { error, until: performance.now() + REMEMBERED_MS };
    },
    /** Throws what a sale gets from a read-only database (a replica), or got a moment ago from a full disk. */
    async refuseIfImpossible(): Promise<void> {
      const { rows } = await sql<{ readOnly: boolean }>`
        SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`.execute(db);
      if (rows[0]?.readOnly) throw new Refusal('unavailable');
      if (failure && performance.now() < failure.until) throw failure.error;
    },
  };
}
