import type pg from 'pg';
import { isUnavailable } from '../unavailable.ts';

const ASK_EVERY_MS = 5_000;
/** All connections of the pool are in use, which says nothing about the database. */
const BUSY = /timeout exceeded when trying to connect/;

/** What the operator reads of a PostgreSQL that goes away and comes back. */
export type Outage = { onDown(): void; onUp(): void };

/** Watches a PostgreSQL that is not ours to supervise. Returns what stops it. */
export function watchOutages(pool: pg.Pool, { onDown, onUp }: Outage): () => void {
  let isDown = false;
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      await pool.query('SELECT');
      if (isDown) onUp();
      isDown = false;
    } catch (error) {
      const isAway = isUnavailable(error) && !BUSY.test((error as Error).message);
      if (isAway && !isDown) onDown();
      isDown ||= isAway;
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(ask, ASK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
