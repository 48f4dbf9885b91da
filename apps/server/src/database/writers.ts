import { sql } from 'kysely';
import type { Db } from './connection.ts';

/**
 * The transactions that are writing to a table at this moment, of those named (default: any). An INSERT
 * takes this lock before it takes an id and keeps it until its transaction has ended: when they have all
 * ended, whatever has a lower id than was seen before is committed or will never be.
 */
export async function writersOf(
  db: Db,
  table: 'audit_events' | 'sales',
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
