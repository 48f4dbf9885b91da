import type { Session } from '@balcao/contract/auth.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { sweepParkedSales } from '../parked-sales/parked-sales.service.ts';
import { verifyPassword } from './passwords.ts';
import {
  type Account,
  endSessions,
  findAccount,
  findAccountById,
  findSessionOf,
  insertSession,
  insertTokens,
  isUnusedToken,
  lockAccount,
  lockRefreshToken,
  markRefreshTokenUsed,
  sweepSessions,
} from './session.repository.ts';
import {
  ACCESS_MINUTES,
  REFRESH_IDLE_MINUTES,
  SESSION_DAYS,
  SESSIONS_KEPT_DAYS,
} from './session-lifetime.ts';
import { hasSignedInFrom } from './throttle.repository.ts';
import { clearFailures, countAttempt, subjectsOf, sweepCounts } from './throttle.ts';
import { hashToken, newToken, successorOf } from './token-hashes.ts';

export { endSessions } from './session.repository.ts';

/** No user has this id. */
const NO_USER = 0;

export type Issued = { session: Session; refreshToken: string };

/** Throws wrong_credentials, in the same way for every cause, and too_many_attempts. */
export async function signIn(
  db: Db,
  attempt: { login: string; password: string; address: string; clock: Clock },
): Promise<Issued> {
  const { password, address, clock } = attempt;
  const login = tidyText(attempt.login);
  const account = await findAccount(db, login);
  // An unknown login gets the same query, so that it takes as long as a known one.
  const familiar = await hasSignedInFrom(db, account?.id ?? NO_USER, address);
  const subjects = subjectsOf(account?.login ?? login, address, familiar);
  await countAttempt(db, subjects, clock);

  const matches = await verifyPassword(password, account?.password_hash, address);
  const issued = await inTransaction(db, async (tx) => {
    // The password or the user may have changed while the password was being verified.
    const current = account && matches ? await lockAccount(tx, account.id) : undefined;
    if (!current?.active || current.password_hash !== account?.password_hash) {
      const subjectId = account?.id ?? null;
      await recordAudit(tx, { actor: account ?? null, action: 'session.refused', subjectId });
      return undefined;
    }
    await clearFailures(tx, subjects);
    await sweepSessions(tx, SESSIONS_KEPT_DAYS);
    await sweepCounts(tx, clock);
    await sweepParkedSales(tx);
    const sessionId = await insertSession(tx, { userId: current.id, address, days: SESSION_DAYS });
    await recordAudit(tx, { actor: current, action: 'session.started', subjectId: current.id });
    return issue(tx, current, sessionId, newToken());
  });
  if (!issued) throw new Refusal('wrong_credentials');
  return issued;
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
    if (!token.used_at) {
      await markRefreshTokenUsed(tx, hash, attemptHash);
      return issue(tx, account, token.session_id, next);
    }
    const isRetry = token.used_attempt_hash?.equals(attemptHash);
    if (isRetry && (await isUnusedToken(tx, hashToken(next)))) {
      return issue(tx, account, token.session_id, next);
    }
    await endSessions(tx, { id: token.session_id }, 'refresh token reused');
    const subjectId = account.id;
    await recordAudit(tx, { actor: account, action: 'session.token_reused', subjectId });
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
      await recordAudit(tx, {
        actor: { id: session.user_id, name: session.user_name },
        action: 'session.ended',
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
  const { id, name, admin, image, must_change_password, password_expired } = account;
  const user = { id, name, admin, image, must_change_password };
  const session = { access, user: { ...user, ...(password_expired && { password_expired }) } };
  return { session, refreshToken };
}
