import { sql } from 'kysely';
import type pg from 'pg';
import { provisionalUntil } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve.ts';

/** Runs on every request: prepared by name, one look-up by primary key and two joins. */
export async function readSession(pool: pg.Pool, accessHash: Buffer): Promise<SignedIn | null> {
  const { rows } = await pool.query({
    name: 'read-session',
    text: `
      SELECT u.id, u.name, u.admin, s.id AS "sessionId",
        coalesce(u.provisional_until <= now(), false) AS "passwordExpired"
      FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.token_hash = $1 AND t.kind = 'access' AND t.expires_at > now()
        AND s.ended_at IS NULL AND s.expires_at > now() AND u.active AND u.deleted_at IS NULL`,
    values: [accessHash],
  });
  return rows[0] ?? null;
}

export type Account = {
  id: number;
  name: string;
  login: string;
  admin: boolean;
  active: boolean;
  image: string | null;
  must_change_password: boolean;
  password_hash: string;
  /** It was provisional, and its time is over. */
  password_expired: boolean;
};

const passwordExpired = sql<boolean>`coalesce(provisional_until <= now(), false)`;
const accountColumns = [
  'id',
  'name',
  'login',
  'admin',
  'active',
  'image',
  'must_change_password',
  'password_hash',
  passwordExpired.as('password_expired'),
] as const;

/** The user of a login, compared without regard to case; deleted ones have none. */
export async function findAccount(db: Db, login: string): Promise<Account | undefined> {
  // PostgreSQL's text cannot hold it, so it is nobody's login and no question to ask.
  if (login.includes('\0')) return undefined;
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('login_key', '=', sql<string>`lower(${login} COLLATE pg_catalog."und-x-icu")`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findAccountById(db: Db | Tx, id: number): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The account as it is now, held so until the end of the transaction: its password was checked a moment
 * ago, while somebody may have been changing it or taking the user's rights away.
 */
export function lockAccount(tx: Tx, id: number): Promise<Account | undefined> {
  return tx
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setPassword(
  tx: Tx,
  userId: number,
  hash: string,
  mustChange: boolean,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: hash,
      must_change_password: mustChange,
      provisional_until: provisionalUntil(mustChange),
    })
    .where('id', '=', userId)
    .execute();
}

export async function insertSession(
  tx: Tx,
  session: { userId: number; address: string; days: number },
): Promise<string> {
  const row = await tx
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      address: session.address,
      expires_at: sql`now() + make_interval(days => ${session.days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A token of a session lives its minutes, but never longer than the session. */
export async function insertToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; kind: 'access' | 'refresh'; minutes: number },
): Promise<void> {
  await tx
    .insertInto('session_tokens')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      kind: token.kind,
      expires_at: sql`least(now() + make_interval(mins => ${token.minutes}),
        (SELECT expires_at FROM sessions WHERE id = ${token.sessionId}))`,
    })
    .execute();
}

export type RefreshToken = {
  session_id: string;
  user_id: number;
  used_at: Date | null;
  used_attempt_hash: Buffer | null;
  /** Not expired, of an open session. */
  live: boolean;
};

/** Locks the token, so that two refreshes at once go one after the other. */
export async function lockRefreshToken(tx: Tx, hash: Buffer): Promise<RefreshToken | undefined> {
  return await tx
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.session_id', 's.user_id', 't.used_at', 't.used_attempt_hash'])
    .select(
      sql<boolean>`t.expires_at > now() AND s.expires_at > now() AND s.ended_at IS NULL`.as('live'),
    )
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

export async function isUnusedToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('session_tokens')
    .select('used_at')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined && row.used_at === null;
}

/** Whose open session a token of either kind belongs to. */
export function findSessionOf(db: Db | Tx, hash: Buffer) {
  return db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 'u.id as user_id', 'u.name as user_name'])
    .where('t.token_hash', '=', hash)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst();
}

export async function endSession(tx: Tx, sessionId: string, reason: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends every open session of a user, but the one that is spared. */
export async function endSessionsOf(
  tx: Tx,
  userId: number,
  reason: string,
  spared?: string,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(spared !== undefined, (query) => query.where('id', '<>', spared as string))
    .execute();
}

/** Expired tokens can do nothing any more, not even betray their reuse. */
export async function sweepTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom('session_tokens').where('expires_at', '<', sql<Date>`now()`).execute();
}

/**
 * Removes the sessions that ended long ago, but for the last one of each user at each address: it says that
 * the user is known there. What another sign-in is removing is left to it.
 */
export async function sweepSessions(tx: Tx, keptDays: number): Promise<void> {
  await sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions s
      WHERE least(ended_at, expires_at) < now() - make_interval(days => ${keptDays})
        AND EXISTS (SELECT FROM sessions later WHERE later.user_id = s.user_id
          AND later.address = s.address AND later.started_at > s.started_at)
      FOR UPDATE SKIP LOCKED)
  `.execute(tx);
}
