import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { verifyPassword } from './passwords.ts';
import { type Account, findAccount, lockAccount } from './session.repository.ts';
import { hasSignedInFrom } from './throttle.repository.ts';
import { clearFailures, countAttempt, subjectsOf } from './throttle.ts';

export type { Account } from './session.repository.ts';

export type Attempt = { login: string; password: string; address: string; clock: Clock };

/** No user has this id. */
const NO_USER = 0;

/**
 * Runs `accept` with the account of a login and its right password, or `refuse`, which records the failure;
 * each in one transaction, and `refuse` with the account if the login has one. Throws wrong_credentials, in the
 * same way for every cause, and too_many_attempts.
 */
export async function withCredentials<T extends object>(
  db: Db,
  attempt: Attempt,
  then: {
    accept: (tx: Tx, account: Account) => Promise<T>;
    refuse: (tx: Tx, account: Account | undefined) => Promise<unknown>;
  },
): Promise<T> {
  const { password, address, clock } = attempt;
  const login = tidyText(attempt.login);
  const account = await findAccount(db, login);
  // An unknown login gets the same query, so that it takes as long as a known one.
  const familiar = await hasSignedInFrom(db, account?.id ?? NO_USER, address);
  const subjects = subjectsOf(account?.login ?? login, address, familiar);
  await countAttempt(db, subjects, clock);

  const matches = await verifyPassword(password, account?.password_hash, address);
  const accepted = await inTransaction(db, async (tx) => {
    // The password or the user may have changed while the password was being verified.
    const current = account && matches ? await lockAccount(tx, account.id) : undefined;
    if (!current?.active || current.password_hash !== account?.password_hash) {
      await then.refuse(tx, account);
      return undefined;
    }
    await clearFailures(tx, subjects);
    return then.accept(tx, current);
  });
  if (!accepted) throw new Refusal('wrong_credentials');
  return accepted;
}
