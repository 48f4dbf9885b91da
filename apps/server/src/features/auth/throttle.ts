import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { addFailure, block, removeFailures, takeBackFailure } from './throttle.repository.ts';

/** What failures are counted for. Hashed, because people type passwords into the login field. */
type Subject = { key: string; freeFailures: number };
export type Subjects = { account: Subject; address: Subject };

/**
 * Failures that cost nothing: a person mistypes, and several may sign in to one account at once, who count
 * until their password is found right; a school's whole staff may share one address.
 */
const FREE_OF_ACCOUNT = 10;
const FREE_OF_ADDRESS = 60;
/** The delay doubles up to this: annoying for a guesser, never for good for the one who is guessed at. */
const LONGEST_DELAY_SECONDS = 30;
export const FORGOTTEN_AFTER_MINUTES = 15;

const keyOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64');

/**
 * The account is counted per address where that address has signed in to it before, so that strangers
 * who guess from elsewhere cannot slow down the counter that uses it every day.
 */
export function subjectsOf(login: string, address: string, familiar: boolean): Subjects {
  const account = familiar ? keyOf('account', login, address) : keyOf('account', login);
  return {
    account: { key: account, freeFailures: FREE_OF_ACCOUNT },
    address: { key: keyOf('address', address), freeFailures: FREE_OF_ADDRESS },
  };
}

/**
 * Counts an attempt as failed before its password is looked at, so that a burst of guesses cannot run
 * ahead of the count; a success takes it back. Throws too_many_attempts while one of the subjects has to
 * wait. Then only the address is counted: asking does not make the account wait longer, but who keeps
 * asking, and so would take each attempt that becomes free, soon has to wait themselves.
 */
export async function countAttempt(db: Db, { account, address }: Subjects): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const ofAccount = await countOne(tx, account);
      const retryAfterSeconds = Math.max(ofAccount, await countOne(tx, address));
      if (retryAfterSeconds > 0) throw new Refusal('too_many_attempts', { retryAfterSeconds });
    });
  } catch (error) {
    if (error instanceof Refusal) await inTransaction(db, (tx) => countOne(tx, address));
    throw error;
  }
}

/** Past the free ones, each attempt makes the next wait 1, 2, 4 … seconds. Answers the wait left of before. */
async function countOne(tx: Tx, { key, freeFailures }: Subject): Promise<number> {
  const { failures, waitSeconds } = await addFailure(tx, key, FORGOTTEN_AFTER_MINUTES);
  if (waitSeconds === 0 && failures >= freeFailures) {
    await block(tx, key, Math.min(LONGEST_DELAY_SECONDS, 2 ** (failures - freeFailures)));
  }
  return waitSeconds;
}

/**
 * A success clears the account's count. The address only gets back the attempt that was counted, and a wait
 * stays: one account that is known there must not open the way to guess at others.
 */
export async function clearFailures(tx: Tx, { account, address }: Subjects): Promise<void> {
  await removeFailures(tx, account.key);
  await takeBackFailure(tx, address.key);
}
