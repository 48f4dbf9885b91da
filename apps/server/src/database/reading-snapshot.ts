import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** PostgreSQL is the second to give up, so that it is the caller who says why. */
const LATER_MS = 30_000;

/**
 * A transaction that only reads, in which every statement sees the same moment. It has a connection of the
 * pool until `end`, which may be called at any time; the statement that runs then comes to its end first.
 * `idleMs`: for how long the caller may read nothing, by default never.
 */
export async function openSnapshot(
  db: Db,
  idleMs = 0,
): Promise<{ db: Db; end: () => Promise<void> }> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let ended: Promise<void> | undefined;
  const end = () => {
    // It fails when the connection broke, which has ended the transaction too.
    ended ??= transaction
      .rollback()
      .execute()
      .catch(() => {});
    return ended;
  };
  try {
    await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(idleMs + LATER_MS)}, true)`.execute(
      transaction,
    );
  } catch (error) {
    await end();
    throw error;
  }
  return { db: transaction, end };
}

/** Asks in one snapshot, so that the answers agree. */
export function inSnapshot<T>(db: Db, ask: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(ask);
}
