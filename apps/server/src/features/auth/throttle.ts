import { createHash } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  addFailure,
  block,
  isCrowded,
  removeFailures,
  sweepFailures,
  takeBackFailure,
} from './throttle.repository.ts';

/** What failures are counted for. Hashed, because people type passwords into the login field. */
type Subject = {
  key: string;
  freeFailures: number;
  forgottenAfterMinutes: number;
  /** The account, where the address has never signed in to it. */
  strangersAt: string | null;
};
export type Subjects = { account: Subject; address: Subject };

/**
 * Failures that cost nothing: a person mistypes, and several may sign in to one account at once, who count
 * until their password is found right; a school's whole staff may share one address.
 */
const FREE_OF_ACCOUNT = 10;
const FREE_OF_ADDRESS = 60;
/** The delay doubles up to this: annoying for a guesser, never for good for the one who is guessed at. */
const LONGEST_DELAY_SECONDS = 30;
const FORGOTTEN_AFTER_MINUTES = 15;
/** Longer, or many addresses would get their free guesses back all day. */
const STRANGERS_FORGOTTEN_AFTER_MINUTES = 24 * 60;
/** Strangers that may wait at one account each for itself: four attackers, and the person they guess at. */
const TURNS_OF_THEIR_OWN = 5;

const keyOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64');

/** An account is counted for each address apart, so that who fails elsewhere delays nobody here. */
export function subjectsOf(login: string, address: string, familiar: boolean): Subjects {
  return {
    account: {
      key: keyOf('account', login, address),
      freeFailures: FREE_OF_ACCOUNT,
      forgottenAfterMinutes: familiar ? FORGOTTEN_AFTER_MINUTES : STRANGERS_FORGOTTEN_AFTER_MINUTES,
      strangersAt: familiar ? null : keyOf('account', login),
    },
    address: known(keyOf('address', address), FREE_OF_ADDRESS),
  };
}

function known(key: string, freeFailures: number): Subject {
  return { key, freeFailures, forgottenAfterMinutes: FORGOTTEN_AFTER_MINUTES, strangersAt: null };
}

/**
 * Counts an attempt as failed before its password is looked at, so that a burst of guesses cannot run
 * ahead of the count; a success takes it back. Throws too_many_attempts while one of the subjects has to
 * wait. Then only the address is counted: asking does not make the account wait longer, but who keeps
 * asking, and so would take each attempt that becomes free, soon has to wait themselves.
 */
export async function countAttempt(
  db: Db,
  { account, address }: Subjects,
  clock: Clock,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const own = await countOne(tx, account, clock);
      const retryAfterSeconds = Math.max(
        own.waitSeconds,
        await countShared(tx, account, own.failures, clock),
        (await countOne(tx, address, clock)).waitSeconds,
      );
      if (retryAfterSeconds > 0) throw new Refusal('too_many_attempts', { retryAfterSeconds });
    });
  } catch (error) {
    if (error instanceof Refusal) await inTransaction(db, (tx) => countOne(tx, address, clock));
    throw error;
  }
}

/** Past the free ones, each attempt makes the next wait 1, 2, 4 … seconds. Answers the wait left of before. */
async function countOne(tx: Tx, subject: Subject, clock: Clock) {
  const { key, freeFailures } = subject;
  const counted = await addFailure(tx, clock(), subject);
  if (counted.waitSeconds === 0 && counted.failures >= freeFailures) {
    const seconds = Math.min(LONGEST_DELAY_SECONDS, 2 ** (counted.failures - freeFailures));
    await block(tx, clock(), key, seconds);
  }
  return counted;
}

/** Strangers that have used up their free failures at one account share one wait when they are many. */
async function countShared(tx: Tx, account: Subject, failures: number, clock: Clock) {
  const { strangersAt } = account;
  if (strangersAt === null || failures <= FREE_OF_ACCOUNT) return 0;
  const crowded = await isCrowded(tx, clock(), {
    strangersAt,
    failures: FREE_OF_ACCOUNT,
    most: TURNS_OF_THEIR_OWN,
    withinMinutes: STRANGERS_FORGOTTEN_AFTER_MINUTES,
  });
  return crowded ? (await countOne(tx, known(strangersAt, 1), clock)).waitSeconds : 0;
}

/**
 * A success clears the account's count. The address only gets back the attempt that was counted, and a wait
 * stays: one account that is known there must not open the way to guess at others.
 */
export async function clearFailures(tx: Tx, { account, address }: Subjects): Promise<void> {
  await removeFailures(tx, account.key);
  await takeBackFailure(tx, address.key);
}

/** Removes the counts that have no effect any more. */
export function sweepCounts(tx: Tx, clock: Clock): Promise<void> {
  const minutes = { known: FORGOTTEN_AFTER_MINUTES, strangers: STRANGERS_FORGOTTEN_AFTER_MINUTES };
  return sweepFailures(tx, clock(), minutes);
}
