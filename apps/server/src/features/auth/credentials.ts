import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { keyFor, noteKnownPassword, takeCode } from '../second-factor/second-factor.service.ts';
import type { Codes } from '../second-factor/secret-cipher.ts';
import { type Account, findAccount, lockAccount } from './account.repository.ts';
import { verifyPassword } from './passwords.ts';
import { hasSignedInFrom } from './throttle.repository.ts';
import {
  clearFailures,
  countAttempt,
  type Guessed,
  type Place,
  type Subjects,
  subjectsAt,
  subjectsOf,
} from './throttle.ts';

export type { Account } from './account.repository.ts';

/** `code`: of the second factor, if the account has one. */
export type Attempt = Codes & {
  login: string;
  password: string;
  code: string | undefined;
  address: string;
  /** Undefined: its address alone says where it comes from. */
  place: Place | undefined;
};

/** No user has this id. */
const NO_USER = 0;

/**
 * Runs `accept` with the account of a login and its right password, or `refuse`, which records the failure;
 * each in one transaction, and `refuse` with the account if the login has one, and whether the code alone was
 * wrong. A refusal that `accept` returns is thrown after the commit. Throws wrong_credentials, in the same way for
 * every cause, too_many_attempts and, to who knows the password, code_required and wrong_code.
 */
export async function withCredentials<T extends object>(
  db: Db,
  attempt: Attempt,
  then: {
    accept: (tx: Tx, account: Account) => Promise<T | Refusal>;
    refuse: (tx: Tx, account: Account | undefined, wrong: 'password' | 'code') => Promise<unknown>;
  },
): Promise<T> {
  const { password, code, address, clock } = attempt;
  const login = tidyText(attempt.login);
  const account = await findAccount(db, login);
  // An unknown login gets the same query, so that it takes as long as a known one.
  const familiar = await hasSignedInFrom(db, account?.id ?? NO_USER, address);
  const subjectsFor = (guessed: Guessed): Subjects => {
    const { place } = attempt;
    const atAddress = subjectsOf(account?.login ?? login, address, familiar, guessed);
    const knows = place?.kind === 'approvals' || (account && place?.accounts.includes(account.id));
    return place && knows
      ? { ...subjectsAt(account?.login ?? login, place, guessed), also: atAddress.account }
      : atAddress;
  };
  const subjects = subjectsFor('account');
  await countAttempt(db, subjects, clock);

  const matches = await verifyPassword(password, account?.password_hash);
  const codeSubjects = subjectsFor('code');
  const guessesCode = matches && account?.active && account.second_factor && code !== undefined;
  if (guessesCode) await countAttempt(db, codeSubjects, clock);
  const key = guessesCode ? await keyFor(code, attempt.shopKey) : undefined;
  const accepted = await inTransaction(db, async (tx) => {
    // The password or the user may have changed while the password was being verified.
    const current = account && matches ? await lockAccount(tx, account.id) : undefined;
    if (!current?.active || current.password_hash !== account?.password_hash) {
      await then.refuse(tx, account, 'password');
      return new Refusal('wrong_credentials');
    }
    await clearFailures(tx, subjects);
    if (current.second_factor) {
      if (!guessesCode) {
        await noteKnownPassword(tx, current, address);
        return new Refusal('code_required');
      }
      if (!(await takeCode(tx, current, code, { clock, key }))) {
        await noteKnownPassword(tx, current, address);
        await then.refuse(tx, current, 'code');
        return new Refusal('wrong_code', { field: 'code' });
      }
      await clearFailures(tx, codeSubjects);
    }
    return then.accept(tx, current);
  });
  // After the commit, because the refusal is in the audit.
  if (accepted instanceof Refusal) throw accepted;
  return accepted;
}
