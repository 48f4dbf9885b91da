import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf } from '../../database/rows.ts';

type Now = RawBuilder<Date>;

export async function hasSignedInFrom(db: Db, userId: number, address: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** The addresses that have signed in to an account. */
export async function addressesOf(db: Db, userId: number): Promise<string[]> {
  const sessions = db.selectFrom('sessions').select('address').distinct();
  return (await sessions.where('user_id', '=', userId).execute()).map(({ address }) => address);
}

/** Counts a failure, again from 1 if the last is too old. `waitSeconds`: the wait set by earlier ones. */
export async function addFailure(
  tx: Tx,
  now: Now,
  subject: { key: string; strangersAt: string | null; forgottenAfterMinutes: number },
): Promise<{ failures: number; waitSeconds: number }> {
  const { key, strangersAt, forgottenAfterMinutes } = subject;
  return oneOf<{ failures: number; waitSeconds: number }>(tx)`
    INSERT INTO sign_in_failures AS f (subject, strangers_at, failures, last_at)
    VALUES (${key}, ${strangersAt}, 1, ${now})
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.last_at < ${now} - make_interval(mins => ${forgottenAfterMinutes})
        THEN 1 ELSE f.failures + 1 END,
      strangers_at = excluded.strangers_at,
      last_at = excluded.last_at
    RETURNING failures,
      greatest(0, coalesce(ceil(extract(epoch FROM blocked_until - ${now})), 0))::integer AS "waitSeconds"
  `;
}

/** Whether more than `most` unfamiliar addresses have so many recent failures at an account. */
export async function isCrowded(
  tx: Tx,
  now: Now,
  crowd: { strangersAt: string; failures: number; most: number; withinMinutes: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('sign_in_failures')
    .select('subject')
    .where('strangers_at', '=', crowd.strangersAt)
    .where('failures', '>=', crowd.failures)
    .where('last_at', '>=', sql<Date>`${now} - make_interval(mins => ${crowd.withinMinutes})`)
    .limit(crowd.most + 1)
    .execute();
  return found.length > crowd.most;
}

export async function block(tx: Tx, now: Now, key: string, seconds: number): Promise<void> {
  await sql`
    UPDATE sign_in_failures SET blocked_until = ${now} + make_interval(secs => ${seconds})
    WHERE subject = ${key}`.execute(tx);
}

export async function removeFailures(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', key).execute();
}

/** Removes these counts and those of strangers or known places at an account; returns how many. */
export async function removeFailuresAt(
  tx: Tx,
  { keys, groups }: { keys: readonly string[]; groups: readonly string[] },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_failures')
    .where((is) => is.or([is('subject', 'in', keys), is('strangers_at', 'in', groups)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Subtracts one failure and leaves the wait unchanged. */
export async function takeBackFailure(tx: Tx, key: string): Promise<void> {
  await sql`
    UPDATE sign_in_failures SET failures = greatest(1, failures - 1)
    WHERE subject = ${key}`.execute(tx);
}

/** Deletes the counts that are too old to matter, except those that another transaction is changing. */
export async function sweepFailures(
  tx: Tx,
  now: Now,
  minutes: { familiar: number; strangers: number },
): Promise<void> {
  await sql`
    DELETE FROM sign_in_failures WHERE subject IN (
      SELECT subject FROM sign_in_failures
      WHERE last_at < ${now} - make_interval(mins => CASE WHEN strangers_at IS NULL
        THEN ${minutes.familiar}::integer ELSE ${minutes.strangers}::integer END)
      FOR UPDATE SKIP LOCKED)
  `.execute(tx);
}
