import { sql } from 'kysely';
import type { Db } from './connection.ts';

/**
 * The open transactions that have written to a table, limited to `among` if given. An INSERT takes this lock
 * before its id and keeps it to the end of the transaction. So once the returned transactions have ended,
 * every row with an id below one seen earlier is either committed or will never exist.
 */
export async function writingTransactions(
  db: Db,
  table: 'audit_events' | 'sales' | 'corrections',
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = ${table}::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode = 'RowExclusiveLock' AND granted
      ${among ? sql`AND virtualtransaction = ANY (${among})` : sql``}`.execute(db);
  return rows.map(({ writer }) => writer);
}
