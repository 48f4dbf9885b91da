import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf } from '../../database/rows.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { SECOND_FACTOR_MISSING } from './account.repository.ts';
import { signedInChanged } from './signed-in-changes.ts';

/** Runs on every request: prepared by name, one look-up by primary key and two joins. */
export async function readSession(pool: pg.Pool, accessHash: Buffer): Promise<SignedIn | null> {
  const { rows } = await pool.query({
    name: 'read-session',
    text: `
      SELECT u.id, u.name, u.admin, s.id AS "sessionId",
        coalesce(u.provisional_until <= now(), false) AS "passwordExpired",
        ${SECOND_FACTOR_MISSING} AS "secondFactorMissing"
      FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.token_hash = $1 AND t.kind = 'access' AND t.expires_at > now()
        AND s.ended_at IS NULL AND s.expires_at > now() AND u.active AND u.deleted_at IS NULL`,
    values: [accessHash],
  });
  return rows[0] ?? null;
}

/** Returns the id of the new session. */
export async function insertSession(
  tx: Tx,
  { userId, days, ...where }: { userId: number; address: string; device: string; days: number },
): Promise<string> {
  const expires_at = sql<Date>`now() + make_interval(days => ${days})`;
  const { id } = await tx
    .insertInto('sessions')
    .values({ user_id: userId, ...where, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds tokens that expire after their minutes, or with the session. Skips a token that exists already. */
export async function insertTokens(
  tx: Tx,
  sessionId: string,
  tokens: { kind: 'access' | 'refresh'; hash: Buffer; minutes: number }[],
): Promise<void> {
  const rows = tokens.map(({ kind, hash, minutes }) => ({
    token_hash: hash,
    session_id: sessionId,
    kind,
    expires_at: sql<Date>`least(now() + make_interval(mins => ${minutes}),
      (SELECT expires_at FROM sessions WHERE id = ${sessionId}))`,
  }));
  await tx
    .insertInto('session_tokens')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks a refresh token, so that concurrent refreshes run one after the other. */
export function lockRefreshToken(tx: Tx, hash: Buffer) {
  const isLive = sql<boolean>`t.expires_at > now() AND s.expires_at > now() AND s.ended_at IS NULL`;
  return tx
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.session_id', 's.user_id', 't.used_at', 't.used_attempt_hash', isLive.as('live')])
    .where('t.token_hash', '=', hash)
    .where('t.kind', '=', 'refresh')
    .forUpdate()
    .executeTakeFirst();
}

export async function markRefreshTokenUsed(tx: Tx, hash: Buffer, attempt: Buffer): Promise<void> {
  await tx
    .updateTable('session_tokens')
    .set({ used_at: sql<Date>`now()`, used_attempt_hash: attempt })
    .where('token_hash', '=', hash)
    .execute();
}

/** A renewal: the newest sign that somebody uses the session. */
export async function noteUse(tx: Tx, sessionId: string): Promise<void> {
  const session = tx.updateTable('sessions').set({ seen_at: sql<Date>`now()` });
  await session.where('id', '=', sessionId).execute();
}

export async function isUnusedToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const token = await tx
    .selectFrom('session_tokens')
    .select('session_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return token !== undefined;
}

/** The open session of an access or refresh token, with its user. */
export function findSessionOf(db: Db, hash: Buffer) {
  return db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 'u.id as user_id', 'u.name as user_name'])
    .where('t.token_hash', '=', hash)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
}

/** Ends an open session (by its id), or all of a user (except one). Returns how many. */
export async function endSessions(
  tx: Tx,
  which: { id: string } | { userId: number; except?: string },
  reason: string,
): Promise<number> {
  let open = tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('ended_at', 'is', null);
  if ('id' in which) open = open.where('id', '=', which.id);
  else open = open.where('user_id', '=', which.userId);
  if ('except' in which && which.except) open = open.where('id', '<>', which.except);
  const { numUpdatedRows } = await open.executeTakeFirst();
  signedInChanged(tx);
  return Number(numUpdatedRows);
}

/**
 * Deletes expired tokens, and sessions that ended more than `keptDays` ago, but not a user's last session
 * at an address, which makes the address familiar to the throttle.
 */
export async function sweepSessions(tx: Tx, keptDays: number): Promise<void> {
  await tx.deleteFrom('session_tokens').where('expires_at', '<', sql<Date>`now()`).execute();
  await sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions s
      WHERE least(ended_at, expires_at) < now() - make_interval(days => ${keptDays})
        AND EXISTS (SELECT FROM sessions later WHERE later.user_id = s.user_id
          AND later.address = s.address AND later.started_at > s.started_at)
      FOR UPDATE SKIP LOCKED)
  `.execute(tx);
}

/** A program may sign in a thousand times a day. */
const MOST_LISTED = 100;

/** Sessions are swept once they are old, the audit is not. */
export async function findAccess(
  db: Db,
  userId: number,
): Promise<{ last_sign_in: Date | null; second_factor: boolean }> {
  return oneOf<{ last_sign_in: Date | null; second_factor: boolean }>(db)`
    SELECT (SELECT at FROM audit_events WHERE actor_id = ${userId} AND action = 'session.started'
        ORDER BY at DESC LIMIT 1) AS last_sign_in,
      EXISTS (SELECT FROM second_factors
        WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS second_factor`;
}

/**
 * The sessions of a user that a token can still open, or the one of them with this id; the newest use first, and
 * not too many. Never a token.
 */
export function openSessions(db: Db, userId: number, id?: string) {
  return db
    .selectFrom('sessions as s')
    .select(['id', 'device', 'address', 'started_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_tokens as t')
          .select('t.kind')
          .whereRef('t.session_id', '=', 's.id')
          .where('t.expires_at', '>', sql<Date>`now()`)
          .where('t.used_at', 'is', null),
      ),
    )
    .$if(id !== undefined, (sessions) => sessions.where('id', '=', id as string))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}
