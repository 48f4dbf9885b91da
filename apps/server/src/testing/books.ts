import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Db, Tx } from '../database/connection.ts';
import type { Actor, AuditedFields } from '../features/audit/audit.repository.ts';

/** The audit after an id (by default all of it), oldest first. */
export function auditAfter(db: Db, id = 0) {
  return db.selectFrom('audit_events').selectAll().where('id', '>', id).orderBy('id').execute();
}

export async function lastAuditId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT coalesce(max(id), 0) AS id FROM audit_events`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Runs `work` in a transaction that stays open until the returned function is called, or the test ends. */
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
  onTestFinished(letGo);
  await Promise.race([held, transaction]);
  return letGo;
}

/** Waits until so many statements in this database are waiting for a lock. */
export async function untilBlocked(db: Db, statements = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  const often = { timeout: 10_000, interval: 10 };
  await expect.poll(blocked, often).toBeGreaterThanOrEqual(statements);
}

/** An event of another time than now, which no service records. */
export async function anAuditEvent(
  db: Db,
  at: Date,
  actor: Actor,
  action: AuditAction,
  fields: AuditedFields = {},
): Promise<void> {
  const { subjectId = null, before = null, after = null } = fields;
  await db
    .insertInto('audit_events')
    .values({
      ...{ at, actor_id: actor?.id ?? null, actor_name: actor?.name ?? null, action },
      ...{ subject_id: subjectId, before: before && JSON.stringify(before) },
      after: after && JSON.stringify(after),
    })
    .execute();
}
