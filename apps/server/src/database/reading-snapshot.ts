import type { Db } from './connection.ts';

/**
 * A transaction that only reads, in which every statement sees the same moment. It has a connection of the
 * pool until `end`, which may be called at any time; the statement that runs then comes to its end first.
 */
export async function openSnapshot(db: Db): Promise<{ db: Db; end: () => Promise<void> }> {
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
  return { db: transaction, end };
}
