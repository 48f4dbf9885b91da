import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './connection.ts';

const LOOK_EVERY_MS = 100;

/**
 * Waits until the transactions that are writing to a table now have ended; false when `signal` aborts
 * before. An INSERT takes its lock before its id and keeps it to the end of the transaction. So after the
 * wait every row with an id below one seen earlier is either committed or will never exist.
 */
export async function waitForWriters(
  db: Db,
  table: 'audit_events' | 'sales',
  signal: AbortSignal,
): Promise<boolean> {
  let writers = await writersOf(db, table);
  while (writers.length > 0) {
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    const left = new Set(await writersOf(db, table));
    writers = writers.filter((writer) => left.has(writer));
  }
  return true;
}

async function writersOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = ${table}::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode = 'RowExclusiveLock' AND granted`.execute(db);
  return rows.map(({ writer }) => writer);
}
