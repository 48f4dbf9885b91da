import { ACCESS_MINUTES, type Session } from '@balcao/contract/auth.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hashPassword, isWeakPassword, verifyPassword } from './passwords.ts';
import {
  type Account,
  endSession,
  endSessionsOf,
  findAccount,
  findAccountById,
  findSessionOf,
  insertSession,
  insertToken,
  isUnusedToken,
  lockAccount,
  lockRefreshToken,
  markRefreshTokenUsed,
  setPassword,
  sweepSessions,
  sweepTokens,
} from './session.repository.ts';
import { hasSignedInFrom } from './throttle.repository.ts';
import { clearFailures, countAttempt, subjectsOf, sweepCounts } from './throttle.ts';
import { hashToken, newToken, successorOf } from './tokens.ts';

const REFRESH_IDLE_MINUTES = 12 * 60;
const SESSION_DAYS = 7;
/** For who asks where somebody has been signed in. */
const SESSIONS_KEPT_DAYS = 183;
/** No user has this id. */
const NOBODY = 0;

/** A session as it leaves: the record for the browser's storage, and the token for its cookie. */
export type Issued = { session: Session; refreshToken: string };

/** Signs in. Throws wrong_credentials the same way for whatever is wrong, and too_many_attempts. */
export async function signIn(
  db: Db,
  attempt: { login: string; password: string; address: string; clock: Clock },
): Promise<Issued> {
  const { password, address, clock } = attempt;
  const login = tidyText(attempt.login);
  const account = await findAccount(db, login);
  // Asked of nobody too, so that an unknown login takes no less time.
  const familiar = await hasSignedInFrom(db, account?.id ?? NOBODY, address);
  const subjects = subjectsOf(
    account?.login.toLowerCase() ?? login.toLowerCase(),
    address,
    familiar,
  );
  await countAttempt(db, subjects, clock);

  const matches = await verifyPassword(password, account?.password_hash, address);
  const issued = await inTransaction(db, async (tx) => {
    // As it is now: while the password was looked at it may have been changed, or the user turned out.
    const current = account && matches ? await lockAccount(tx, account.id) : undefined;
    if (!current?.active || current.password_hash !== account?.password_hash) {
      await recordAudit(tx, {
        actor: account ?? null,
        action: 'session.refused',
        subjectId: account?.id ?? null,
      });
      return undefined;
    }
    await clearFailures(tx, subjects);
    await sweep(tx, clock);
    const sessionId = await insertSession(tx, { userId: current.id, address, days: SESSION_DAYS });
    await recordAudit(tx, { actor: current, action: 'session.started', subjectId: current.id });
    return issue(tx, current, sessionId, newToken());
  });
  if (!issued) throw new Refusal('wrong_credentials');
  return issued;
}

/** Takes away what has no effect any more. */
async function sweep(tx: Tx, clock: Clock): Promise<void> {
  await sweepTokens(tx);
  await sweepSessions(tx, SESSIONS_KEPT_DAYS);
  await sweepCounts(tx, clock);
}

/**
 * Trades a refresh token for a new access token and the next refresh token. A token that was used before
 * ends the whole session, unless it is the same attempt asking again and its successor is still unused.
 * Throws not_signed_in.
 */
export async function refreshSession(
  db: Db,
  request: { refreshToken: string; attempt: string | undefined },
): Promise<Issued> {
  const hash = hashToken(request.refreshToken);
  const attempt = request.attempt ?? newToken();
  const issued = await inTransaction(db, async (tx) => {
    const token = await lockRefreshToken(tx, hash);
    if (!token?.live) return undefined;
    const account = await findAccountById(tx, token.user_id);
    if (!account?.active) return undefined;
    const next = successorOf(request.refreshToken, attempt);
    if (!token.used_at) {
      await markRefreshTokenUsed(tx, hash, hashToken(attempt));
      return issue(tx, account, token.session_id, next);
    }
    const sameAttempt = token.used_attempt_hash?.equals(hashToken(attempt)) ?? false;
    if (sameAttempt && (await isUnusedToken(tx, hashToken(next)))) {
      return issueAccess(tx, account, token.session_id, next);
    }
    await endSession(tx, token.session_id, 'refresh token reused');
    await recordAudit(tx, {
      actor: account,
      action: 'session.token_reused',
      subjectId: account.id,
    });
    return undefined;
  });
  if (!issued) throw new Refusal('not_signed_in');
  return issued;
}

/** Ends the session that either token belongs to; an unknown one is no error. */
export async function signOut(db: Db, tokens: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const token of tokens) {
      const session = await findSessionOf(tx, hashToken(token));
      if (!session) continue;
      await endSession(tx, session.id, 'signed out');
      await recordAudit(tx, {
        actor: { id: session.user_id, name: session.user_name },
        action: 'session.ended',
        subjectId: session.user_id,
      });
    }
  });
}

/** Changes the caller's own password and ends their other sessions. */
export async function changePassword(
  db: Db,
  change: {
    user: SignedIn;
    address: string;
    clock: Clock;
    oldPassword: string;
    newPassword: string;
    repeated: string;
  },
): Promise<void> {
  const { user, oldPassword, newPassword } = change;
  const account = await findAccountById(db, user.id);
  if (!account) throw new Refusal('not_signed_in');
  // The old password is a guess like any other: a stolen access token must not be a way to try them all.
  const subjects = subjectsOf(account.login.toLowerCase(), change.address, true);
  await countAttempt(db, subjects, change.clock);
  if (!(await verifyPassword(oldPassword, account.password_hash, change.address))) {
    await recordAudit(db, { actor: user, action: 'session.refused', subjectId: user.id });
    throw new Refusal('wrong_password', { field: 'old_password' });
  }
  // The old password was right: whatever is wrong with the new one is no guess.
  await inTransaction(db, (tx) => clearFailures(tx, subjects));
  if (newPassword !== change.repeated) {
    throw new Refusal('passwords_differ', { field: 'confirm_new_password' });
  }
  if (isWeakPassword(newPassword, account.login, newPassword === oldPassword)) {
    throw new Refusal('weak_password', { field: 'new_password' });
  }
  const hash = await hashPassword(newPassword, change.address);
  await inTransaction(db, async (tx) => {
    const current = await lockAccount(tx, user.id);
    if (current?.password_hash !== account.password_hash) throw new Refusal('not_signed_in');
    await setPassword(tx, user.id, hash, false);
    await endSessionsOf(tx, user.id, 'password changed', user.sessionId);
    await recordAudit(tx, { actor: user, action: 'password.changed', subjectId: user.id });
  });
}

async function issue(
  tx: Tx,
  account: Account,
  sessionId: string,
  refresh: string,
): Promise<Issued> {
  await insertToken(tx, {
    hash: hashToken(refresh),
    sessionId,
    kind: 'refresh',
    minutes: REFRESH_IDLE_MINUTES,
  });
  return issueAccess(tx, account, sessionId, refresh);
}

async function issueAccess(
  tx: Tx,
  account: Account,
  sessionId: string,
  refreshToken: string,
): Promise<Issued> {
  const access = newToken();
  await insertToken(tx, {
    hash: hashToken(access),
    sessionId,
    kind: 'access',
    minutes: ACCESS_MINUTES,
  });
  const { id, name, admin, image, must_change_password, password_expired } = account;
  return {
    session: {
      access,
      user: {
        id,
        name,
        admin,
        image,
        must_change_password,
        ...(password_expired && { password_expired }),
      },
    },
    refreshToken,
  };
}

/** Ends every session of a user at once, in the transaction that takes their rights away. */
export async function dismissUser(tx: Tx, userId: number, reason: string): Promise<void> {
  await endSessionsOf(tx, userId, reason);
}

/** Gives a user a provisional password (its hash), to be changed by them, and ends their sessions. */
export async function replacePassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await setPassword(tx, userId, hash, true);
  await endSessionsOf(tx, userId, 'password reset');
}
