import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf, rowOf } from '../../database/rows.ts';

/** A factor that counts; undefined without one. */
export function findFactor(db: Db, userId: number) {
  return db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findHolders(db: Db): Promise<number[]> {
  const rows = db.selectFrom('second_factors').select('user_id');
  return (await rows.where('confirmed_at', 'is not', null).execute()).map((row) => row.user_id);
}

/**
 * Locks a user's factor, so that a code sent twice, to two servers, is used once. With the time in seconds,
 * and whether it was begun so long ago that it cannot be confirmed any more.
 */
export function lockFactor(tx: Tx, userId: number, clock: Clock, pendingMinutes: number) {
  return tx
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .select([
      sql<number>`extract(epoch FROM ${clock()})::float8`.as('seconds'),
      sql<boolean>`begun_at < ${clock()} - make_interval(mins => ${pendingMinutes})`.as('stale'),
    ])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces a factor that was begun and not confirmed. Returns whether there was none that counts. */
export async function insertPending(
  db: Db,
  userId: number,
  secret: Buffer,
  clock: Clock,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, begun_at: clock() })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, begun_at: clock() })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** From now on the factor counts, and so do these codes. */
export async function confirmFactor(
  tx: Tx,
  { userId, step, codeHashes }: { userId: number; step: number; codeHashes: readonly Buffer[] },
): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .execute();
  const codes = codeHashes.map((code_hash) => ({ user_id: userId, code_hash }));
  await tx.insertInto('recovery_codes').values(codes).execute();
}

export async function noteStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute();
}

/** Uses up a recovery code. Returns how many are left; undefined if there is no such code. */
export async function takeRecoveryCode(
  tx: Tx,
  userId: number,
  codeHash: Buffer,
): Promise<number | undefined> {
  const codes = tx.deleteFrom('recovery_codes').where('user_id', '=', userId);
  const { numDeletedRows } = await codes.where('code_hash', '=', codeHash).executeTakeFirst();
  return numDeletedRows === 1n ? countRecoveryCodes(tx, userId) : undefined;
}

/** Returns whether there was one, even if it did not count yet. */
export async function deleteFactor(tx: Tx, userId: number): Promise<boolean> {
  const factor = tx.deleteFrom('second_factors').where('user_id', '=', userId);
  return (await factor.executeTakeFirst()).numDeletedRows === 1n;
}

/** People look for their phone first; who needs longer than this reads in Perfil of themselves. */
const MINUTES_TO_TYPE_A_CODE = 15;
const TOLD_FOR_DAYS = 30;

/** Whether this hour has such an event at an address, and no code has followed. */
export async function isPasswordNoted(db: Db, userId: number, address: string): Promise<boolean> {
  const { noted } = await oneOf<{ noted: boolean }>(db)`
    SELECT EXISTS (
      SELECT FROM audit_events e
      WHERE ${isMissingCode(userId)} AND after ->> 'address' = ${address}
        AND at > now() - interval '1 hour' AND NOT ${wasFollowed(sql`'infinity'`)}) AS noted`;
  return noted;
}

/** The last time that it may have been somebody else, since the password is what it is. */
export async function lastKnownPassword(
  db: Db,
  userId: number,
): Promise<{ at: Date; address: string } | undefined> {
  return rowOf<{ at: Date; address: string }>(db)`
    SELECT at, after ->> 'address' AS address FROM audit_events e
    WHERE ${isMissingCode(userId)}
      AND at > now() - make_interval(days => ${TOLD_FOR_DAYS})
      AND at > coalesce((SELECT max(at) FROM audit_events
        WHERE action IN ('password.changed', 'password.reset') AND subject_id = ${userId}), '-infinity')
      AND NOT ${wasFollowed(sql`e.at + make_interval(mins => ${MINUTES_TO_TYPE_A_CODE})`)}
    ORDER BY at DESC LIMIT 1`;
}

const isMissingCode = (userId: number) =>
  sql`e.action = 'session.code_missing' AND e.subject_id = ${userId}`;

/** The same person has signed in or approved from there after the event `e`, and by then. */
const wasFollowed = (by: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM audit_events f
  WHERE f.action IN ('session.started', 'approval.given') AND f.actor_id = e.actor_id
    AND f.after ->> 'address' = e.after ->> 'address' AND f.at > e.at AND f.at <= ${by})`;
