import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Db, Tx } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';

/** The audit from a row on (default: from the first), oldest first. */
export function auditAfter(db: Db, id = 0) {
  return db.selectFrom('audit_events').selectAll().where('id', '>', id).orderBy('id').execute();
}

export async function lastAuditId(db: Db): Promise<number> {
  const last = await db
    .selectFrom('audit_events')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirst();
  return last?.id ?? 0;
}

/** Runs `work` in a transaction that stays open until it is let go: then it is committed. */
export async function hold(
  db: Db,
  work: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (tx) => {
    await work(tx);
    isHeld();
    await released;
  });
  const letGo = () => {
    release();
    return transaction;
  };
  // A test that fails meanwhile must not keep the others waiting.
  onTestFinished(letGo);
  await Promise.race([held, transaction]);
  return letGo;
}

/** Waits until some statements of this database wait for a lock that another one holds. */
export async function untilBlocked(db: Kysely<Tables>, statements = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
        return rows.length;
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBeGreaterThanOrEqual(statements);
}
