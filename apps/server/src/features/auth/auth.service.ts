import type { Session } from '@balcao/contract/accounts/auth.ts';
import type { Access } from '@balcao/contract/accounts/sessions.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { findSettings } from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type Account, findAccountById } from './account.repository.ts';
import { type Attempt, withCredentials } from './credentials.ts';
import {
  endSessions,
  findAccess,
  findSessionOf,
  insertSession,
  insertTokens,
  isUnusedToken,
  lockRefreshToken,
  markRefreshTokenUsed,
  noteUse,
  openSessions,
} from './session.repository.ts';
import { hashToken, newToken, successorOf } from './token-hashes.ts';

export { findAccount, findAccountById } from './account.repository.ts';
export { endSessions } from './session.repository.ts';

const ACCESS_MINUTES = 15;
/** A session that is not renewed for this long ends. */
const REFRESH_IDLE_MINUTES = 12 * 60;
/** A session ends after this long, renewed or not. The cookie lives equally long. */
export const SESSION_DAYS = 7;

export type Issued = { session: Session; refreshToken: string };

/** Throws what withCredentials throws. */
export function signIn(db: Db, attempt: Attempt & { device: string }): Promise<Issued> {
  const { address, device } = attempt;
  return withCredentials(db, attempt, {
    accept: async (tx, account) => {
      const user = { userId: account.id, address, device, days: SESSION_DAYS };
      const sessionId = await insertSession(tx, user);
      await recordAudit(tx, account, 'session.started', {
        subjectId: account.id,
        after: { address },
      });
      return issue(tx, account, sessionId, newToken());
    },
    refuse: (tx, account, wrong) =>
      recordAudit(tx, account ?? null, 'session.refused', {
        subjectId: account?.id,
        after: { address, ...(wrong === 'code' && { wrong_code: true }) },
      }),
  });
}

/**
 * Exchanges a refresh token for new tokens. A used token ends the session, unless the same attempt is
 * retried and its successor is still unused. Throws not_signed_in.
 */
export async function refreshSession(
  db: Db,
  request: { refreshToken: string; attempt: string | undefined },
): Promise<Issued> {
  const hash = hashToken(request.refreshToken);
  const attempt = request.attempt ?? newToken();
  const attemptHash = hashToken(attempt);
  const next = successorOf(request.refreshToken, attempt);
  const issued = await inTransaction(db, async (tx) => {
    const token = await lockRefreshToken(tx, hash);
    const account = token?.live ? await findAccountById(tx, token.user_id) : undefined;
    if (!token || !account?.active) return undefined;
    await noteUse(tx, token.session_id);
    if (!token.used_at) {
      await markRefreshTokenUsed(tx, hash, attemptHash);
      return issue(tx, account, token.session_id, next);
    }
    const isRetry = token.used_attempt_hash?.equals(attemptHash);
    if (isRetry && (await isUnusedToken(tx, hashToken(next)))) {
      return issue(tx, account, token.session_id, next);
    }
    await endSessions(tx, { id: token.session_id }, 'refresh token reused');
    await recordAudit(tx, account, 'session.token_reused', { subjectId: account.id });
    return undefined;
  });
  if (!issued) throw new Refusal('not_signed_in');
  return issued;
}

/** Ends the sessions of these tokens; unknown tokens are ignored. */
export async function signOut(db: Db, tokens: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const token of tokens) {
      const session = await findSessionOf(tx, hashToken(token));
      if (!session) continue;
      await endSessions(tx, { id: session.id }, 'signed out');
      await recordAudit(tx, { id: session.user_id, name: session.user_name }, 'session.ended', {
        subjectId: session.user_id,
      });
    }
  });
}

async function issue(
  tx: Tx,
  account: Account,
  sessionId: string,
  refreshToken: string,
): Promise<Issued> {
  const access = newToken();
  await insertTokens(tx, sessionId, [
    { kind: 'access', hash: hashToken(access), minutes: ACCESS_MINUTES },
    { kind: 'refresh', hash: hashToken(refreshToken), minutes: REFRESH_IDLE_MINUTES },
  ]);
  const { id, name, admin, image, must_change_password } = account;
  const { password_expired, second_factor_missing } = account;
  const user = { id, name, admin, image, must_change_password };
  const { idle_lock_minutes: minutes, keep_sales } = await findSettings(tx);
  const session = {
    access,
    user: {
      ...user,
      ...(password_expired && { password_expired }),
      ...(second_factor_missing && { second_factor_missing }),
    },
    ...(minutes > 0 && { idle_lock: { minutes, session: sessionId } }),
    ...(keep_sales && { keeps_sales: true as const }),
  };
  return { session, refreshToken };
}

/** Where a user is signed in, since when at all, and how safely. Throws not_allowed and not_found. */
export async function listSessions(db: Db, actor: SignedIn, userId: number): Promise<Access> {
  await refuseStrangers(db, actor, userId);
  const { last_sign_in, second_factor } = await findAccess(db, userId);
  const results = (await openSessions(db, userId)).map(({ started_at, seen_at, ...session }) => ({
    ...session,
    since: started_at.toISOString(),
    seen: seen_at.toISOString(),
    current: session.id === actor.sessionId,
  }));
  return { results, last_sign_in: last_sign_in?.toISOString() ?? null, second_factor };
}

/** Ends one session of a user, or all except that of the actor. Throws not_allowed and not_found. */
export async function closeSessions(
  db: Db,
  actor: SignedIn,
  { userId, session }: { userId: number; session: string | undefined },
): Promise<void> {
  await refuseStrangers(db, actor, userId);
  await inTransaction(db, async (tx) => {
    const open = await openSessions(tx, userId, session);
    const closed = session === undefined ? open.filter(({ id }) => id !== actor.sessionId) : open;
    const [first] = closed;
    // None: it has ended meanwhile, which is no failure, or is somebody else's.
    if (!first) return;
    const { id, device, address } = first;
    const which = session === undefined ? { userId, except: actor.sessionId } : { id };
    const sessions = await endSessions(tx, which, 'closed by a user');
    const after = session === undefined ? { sessions } : { device, address };
    await recordAudit(tx, actor, 'session.closed', { subjectId: userId, after });
  });
}

/** Others are for administrators: a seller learns nothing about who exists. */
async function refuseStrangers(db: Db, actor: SignedIn, userId: number): Promise<void> {
  if (!actor.admin && actor.id !== userId) throw new Refusal('not_allowed');
  if (!(await findAccountById(db, userId))) throw new Refusal('not_found');
}
