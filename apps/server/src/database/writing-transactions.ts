import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '../request/refusal.ts';
import type { Db, Tx } from './connection.ts';

/** A sale takes milliseconds. */
const WRITERS_MS = 100;
const WAITS = 50;

/**
 * The other open transactions that have written to a table, limited to `among` if given. An INSERT takes this lock
 * before its id and keeps it to the end of the transaction. So once the returned transactions have ended,
 * every row with an id below one seen earlier is either committed or will never exist. What the caller's own has
 * written, the caller sees.
 */
export async function writingTransactions(
  db: Db,
  table: 'audit_events' | 'sales' | 'corrections' | 'stock_movements',
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = ${table}::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode = 'RowExclusiveLock' AND granted
        AND pid IS DISTINCT FROM pg_backend_pid()
      ${among ? sql`AND virtualtransaction = ANY (${among})` : sql``}`.execute(db);
  return rows.map(({ writer }) => writer);
}

/**
 * After it, the next statement sees every sale, deletion, correction and movement of stock that was being written: ids
 * and times are given in order but committed in any. Throws unavailable.
 */
export async function untilAllIsWritten(tx: Tx): Promise<void> {
  for (const table of ['sales', 'corrections', 'stock_movements'] as const) {
    let writers = await writingTransactions(tx, table);
    for (let waits = 0; writers.length > 0; waits++) {
      if (waits === WAITS) throw new Refusal('unavailable');
      await delay(WRITERS_MS);
      writers = await writingTransactions(tx, table, writers);
    }
  }
}
