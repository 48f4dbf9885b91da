import type { authEndpoints } from '@balcao/contract/auth.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hashPassword, isWeakPassword, verifyPassword } from './passwords.ts';
import { endSessions, findAccountById, lockAccount, setPassword } from './session.repository.ts';
import { clearFailures, countAttempt, subjectsOf } from './throttle.ts';

/** Changes the user's own password and ends their other sessions. Throws as the contract says. */
export async function changePassword(
  db: Db,
  { user, address, clock }: { user: SignedIn; address: string; clock: Clock },
  body: BodyOf<typeof authEndpoints.changePassword>,
): Promise<void> {
  const { old_password: oldPassword, new_password: newPassword } = body;
  const account = await findAccountById(db, user.id);
  if (!account) throw new Refusal('not_signed_in');
  // A stolen access token must not allow unlimited guesses at the old password.
  const subjects = subjectsOf(account.login, address, true);
  await countAttempt(db, subjects, clock);
  if (!(await verifyPassword(oldPassword, account.password_hash, address))) {
    await recordAudit(db, { actor: user, action: 'session.refused', subjectId: user.id });
    throw new Refusal('wrong_password', { field: 'old_password' });
  }
  await inTransaction(db, (tx) => clearFailures(tx, subjects));
  if (newPassword !== body.confirm_new_password) {
    throw new Refusal('passwords_differ', { field: 'confirm_new_password' });
  }
  if (isWeakPassword(newPassword, account.login, newPassword === oldPassword)) {
    throw new Refusal('weak_password', { field: 'new_password' });
  }
  const hash = await hashPassword(newPassword, address);
  await inTransaction(db, async (tx) => {
    const current = await lockAccount(tx, user.id);
    if (current?.password_hash !== account.password_hash) throw new Refusal('not_signed_in');
    await setPassword(tx, user.id, hash, false);
    await endSessions(tx, { userId: user.id, except: user.sessionId }, 'password changed');
    await recordAudit(tx, { actor: user, action: 'password.changed', subjectId: user.id });
  });
}

/** Gives a user a provisional password (as its hash) and ends their sessions. */
export async function replacePassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await setPassword(tx, userId, hash, true);
  await endSessions(tx, { userId }, 'password reset');
}
