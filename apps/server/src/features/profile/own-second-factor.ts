import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSessions, findAccountById } from '../auth/auth.service.ts';
import { verifyOwnPassword, type Who } from '../auth/change-password.ts';
import { signedInChanged } from '../auth/signed-in-changes.ts';
import { clearFailures, countAttempt, subjectsOfSession } from '../auth/throttle.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  keyFor,
  removeSecondFactor,
  takeCode,
} from '../second-factor/second-factor.service.ts';
import type { Codes } from '../second-factor/secret-cipher.ts';

export { readSecondFactor as read } from '../second-factor/second-factor.service.ts';

type Owner = Who & Codes;

/** Asks for the password: an unattended screen must not lock its user out. Throws as the contract says. */
export async function begin(db: Db, who: Owner, password: string) {
  const account = await verifyOwnPassword(db, who, { password, field: 'password' });
  return beginSecondFactor(db, account, who);
}

/** Turns it on and ends the user's other sessions, which were begun without it. Tries count as in `turnOff`. */
export async function confirm(db: Db, who: Owner, code: string): Promise<string[]> {
  const { user, clock } = who;
  const account = await findAccountById(db, user.id);
  if (!account) throw new Refusal('not_signed_in');
  const subjects = subjectsOfSession(account, who, 'code');
  await countAttempt(db, subjects, clock);
  const key = await who.shopKey();
  return inTransaction(db, async (tx) => {
    const codes = await confirmSecondFactor(tx, user.id, code, { clock, key });
    await clearFailures(tx, subjects);
    await endSessions(tx, { userId: user.id, except: user.sessionId }, 'second factor set up');
    await recordAudit(tx, user, 'second_factor.set_up', { subjectId: user.id });
    return codes;
  });
}

/** Turns it off with the password and a code. Tries count as those at a sign-in. */
export async function turnOff(
  db: Db,
  who: Owner,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const { user, address, clock } = who;
  const account = await verifyOwnPassword(db, who, { password, field: 'password' });
  const subjects = subjectsOfSession(account, who, 'code');
  await countAttempt(db, subjects, clock);
  const key = await keyFor(code, who.shopKey);
  const taken = await inTransaction(db, async (tx) => {
    if (await takeCode(tx, user, code, { clock, key })) {
      await clearFailures(tx, subjects);
      signedInChanged(tx);
      return removeSecondFactor(tx, user, user.id, 'second_factor.turned_off');
    }
    const after = { address, wrong_code: true };
    const subjectId = user.id;
    await recordAudit(tx, user, 'session.refused', { subjectId, after });
    return false;
  });
  if (!taken) throw new Refusal('wrong_code', { field: 'code' });
}
