import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { wasRolledBack } from './unavailable.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction. When the database rolled it back because of others (deadlock,
 * serialisation) it runs again; anything else is thrown, since then it may have been committed. Within
 * a transaction the work becomes part of it, to last or vanish with the rest.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !wasRolledBack(error)) throw error;
    }
  }
}

/**
 * Commits a small logged write. On a replicated cluster its commit waits for the replica, and so for
 * everything before it: only then may something earlier be acknowledged again.
 */
export async function awaitReplication(db: Db | Tx): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'balcao', 'replay')`.execute(db);
}

/** Whether an error is the violation of the named unique index. */
export function violates(error: unknown, index: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === index
  );
}
