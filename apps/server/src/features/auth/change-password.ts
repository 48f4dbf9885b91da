import type { authEndpoints } from '@balcao/contract/accounts/auth.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type Account, findAccountById, lockAccount, setPassword } from './account.repository.ts';
import { hashPassword, isWeakPassword, verifyPassword } from './passwords.ts';
import { endSessions } from './session.repository.ts';
import { clearFailures, countAttempt, subjectsOfSession } from './throttle.ts';

export type Who = { user: SignedIn; address: string; clock: Clock };

/**
 * Checks the password of who is signed in, and returns the account. Tries count as sign-ins: a stolen access
 * token must not allow unlimited guesses. Throws wrong_password, which names the field, and too_many_attempts.
 */
export async function verifyOwnPassword(
  db: Db,
  who: Who,
  { password, field }: { password: string; field: string },
): Promise<Account> {
  const { user, address, clock } = who;
  const account = await findAccountById(db, user.id);
  if (!account) throw new Refusal('not_signed_in');
  const subjects = subjectsOfSession(account, who);
  await countAttempt(db, subjects, clock);
  if (!(await verifyPassword(password, account.password_hash))) {
    await recordAudit(db, user, 'session.refused', { subjectId: user.id, after: { address } });
    throw new Refusal('wrong_password', { field });
  }
  await inTransaction(db, (tx) => clearFailures(tx, subjects));
  return account;
}

/** Changes the user's own password and ends their other sessions. Throws as the contract says. */
export async function changePassword(
  db: Db,
  who: Who,
  body: BodyOf<typeof authEndpoints.changePassword>,
): Promise<void> {
  const { user } = who;
  const { old_password: oldPassword, new_password: newPassword } = body;
  const old = { password: oldPassword, field: 'old_password' };
  const account = await verifyOwnPassword(db, who, old);
  if (newPassword !== body.confirm_new_password) {
    throw new Refusal('passwords_differ', { field: 'confirm_new_password' });
  }
  if (isWeakPassword(newPassword, account.login, newPassword === oldPassword)) {
    throw new Refusal('weak_password', { field: 'new_password' });
  }
  const hash = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    const current = await lockAccount(tx, user.id);
    if (current?.password_hash !== account.password_hash) throw new Refusal('not_signed_in');
    await setPassword(tx, user.id, hash, false);
    await endSessions(tx, { userId: user.id, except: user.sessionId }, 'password changed');
    await recordAudit(tx, user, 'password.changed', { subjectId: user.id });
  });
}

/** Gives a user a provisional password (as its hash) and ends their sessions. */
export async function replacePassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await setPassword(tx, userId, hash, true);
  await endSessions(tx, { userId }, 'password reset');
}
