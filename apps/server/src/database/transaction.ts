import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { wasRolledBack } from './unavailable.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction. It is retried when the database rolled it back because of others
 * (deadlock, serialisation); after any other error it may have been committed, so that is thrown. Inside
 * another transaction `work` becomes part of that one.
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
 * Commits a small logged write. On a replicated cluster the commit waits until the replica has it and
 * everything before it, so an earlier write may then be acknowledged again.
 */
export async function awaitReplication(db: Db | Tx): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'balcao', 'replay')`.execute(db);
}

/** Whether the error is a violation of the named unique index. */
export function violates(error: unknown, index: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    error.constraint === index
  );
}
