/*
 * Failures at an account are counted per address (IPv4, or the /64 of an IPv6 address): ten are free, and each
 * further one makes that address wait 1, 2, 4 … 30 s. Failures of an address that has signed in there before
 * expire after 15 minutes, those of a stranger after 24 hours. More than five strangers who have used up
 * their ten share one further delay. So guesses from elsewhere never delay a person who has failed fewer than ten
 * times; one count for all addresses let a stranger with two requests keep the right password out.
 *
 * A browser in which the account has signed in before counts as a place of its own at its address, where others may
 * guess in a school behind one router; who has copied its cookie and guesses elsewhere makes nobody there wait. So does a
 * session at its address, and so do the approvals that one seller asks for.
 *
 * Guesses that n > 5 strangers get at one account: 670 + 10 n in the first hour, 14,500 + 10 n each day; a
 * generated password has 59 bits. A queue that verifies every request within 60 s would give n addresses n guesses
 * a minute. Counts are in the database and use its clock, so several servers behave as one.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  addFailure,
  addressesOf,
  block,
  isCrowded,
  removeFailures,
  removeFailuresAt,
  sweepFailures,
  takeBackFailure,
} from './throttle.repository.ts';

type Subject = {
  /** A hash, because people type passwords into the login field. */
  key: string;
  freeFailures: number;
  forgottenAfterMinutes: number;
  /** The account's key, if the address has never signed in to it; otherwise null. */
  strangersAt: string | null;
};
/** `also`: counted too, and never waited for. */
export type Subjects = { account: Subject; address: Subject; also?: Subject };

/** People mistype, and several may sign in to one account at once, each counted until verified. */
const FREE_OF_ACCOUNT = 10;
/** A person who gets as far as the code knows the password. */
const FREE_OF_CODE = 5;
/** The whole staff of a school may share one address. */
const FREE_OF_ADDRESS = 60;
/** The wait doubles up to this limit: nobody can lock an account for good. */
const LONGEST_DELAY_SECONDS = 30;
const FORGOTTEN_AFTER_MINUTES = 15;
/** With less, an attacker with many addresses would get new free guesses all day. */
const STRANGERS_FORGOTTEN_AFTER_MINUTES = 24 * 60;
/** Unfamiliar addresses with a wait of their own at one account: four attackers and the real user. */
const STRANGERS_WITH_OWN_WAIT = 5;

const keyOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64');

/** Codes have counts of their own: who knows the password could else clear them, and guess on. */
export type Guessed = 'account' | 'code';
const GUESSED: readonly Guessed[] = ['account', 'code'];

/** The key of an account at one address; without an address, of all its strangers together. */
const accountKey = (guessed: Guessed, login: string, address?: string) =>
  keyOf(guessed, login.toLowerCase(), ...(address === undefined ? [] : [address]));

/** Where an attempt comes from, if that is known better than by its address, which anybody there may share. */
export type Place =
  | { kind: 'browser'; id: string; accounts: readonly number[] }
  | { kind: 'approvals'; id: number };
type OwnPlace = Place | { kind: 'session'; id: string };
const PLACES: readonly OwnPlace['kind'][] = ['browser', 'session', 'approvals'];

/**
 * The counts of an account at a place of its own: a browser in which it has signed in, one of its sessions, or approvals
 * asked by one seller. More than five such places that have used up their ten share one further delay, as strangers do.
 */
export function subjectsAt(
  login: string,
  { kind, id }: OwnPlace,
  guessed: Guessed = 'account',
): Subjects {
  const place = `${kind} ${id}`;
  const free = guessed === 'code' ? FREE_OF_CODE : FREE_OF_ACCOUNT;
  return {
    account: {
      ...subject(accountKey(guessed, login, place), free),
      strangersAt: accountKey(guessed, login, kind),
    },
    address: subject(keyOf('address', place), FREE_OF_ADDRESS),
  };
}

/**
 * Failures at an account are counted per address, so that failures elsewhere delay nobody here; wrong codes of all
 * strangers together.
 */
export function subjectsOf(
  login: string,
  address: string,
  familiar: boolean,
  guessed: Guessed = 'account',
): Subjects {
  const isCode = guessed === 'code';
  const strangersAt = accountKey(guessed, login);
  // A code is six digits: with free guesses for each of many addresses one of them would soon be right.
  const key = isCode && !familiar ? strangersAt : accountKey(guessed, login, address);
  const account = subject(key, isCode ? FREE_OF_CODE : FREE_OF_ACCOUNT);
  const forgottenAfterMinutes = STRANGERS_FORGOTTEN_AFTER_MINUTES;
  return {
    account: familiar ? account : { ...account, forgottenAfterMinutes, strangersAt },
    address: subject(keyOf('address', address), FREE_OF_ADDRESS),
  };
}

/**
 * The counts of a session, which may have been stolen: of passwords at each of its addresses, of codes, which are short,
 * at all of them together. Neither those who guess at sign-ins from the same address nor colleagues there keep anybody
 * who has signed in from their password.
 */
export function subjectsOfSession(
  { id, login }: { id: number; login: string },
  { user, address }: { user: { sessionId: string }; address: string },
  guessed: Guessed = 'account',
): Subjects {
  const place = guessed === 'code' ? user.sessionId : `${user.sessionId} ${address}`;
  const { account } = subjectsAt(login, { kind: 'session', id: place }, guessed);
  return { account, address: subject(keyOf('sessions of', `${id}`), FREE_OF_ADDRESS) };
}

function subject(key: string, freeFailures: number): Subject {
  return { key, freeFailures, forgottenAfterMinutes: FORGOTTEN_AFTER_MINUTES, strangersAt: null };
}

/**
 * Counts an attempt as failed before its password is verified, so that a burst cannot outrun the count.
 * Throws too_many_attempts while a subject has to wait. Such an attempt counts against the address alone:
 * it does not prolong the account's wait, but the address soon has to wait at every account.
 */
export async function countAttempt(
  db: Db,
  { account, address, also }: Subjects,
  clock: Clock,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const own = await countFailure(tx, account, clock);
      if (also) await countFailure(tx, also, clock);
      const retryAfterSeconds = Math.max(
        own.waitSeconds,
        await countShared(tx, account, own.failures, clock),
        (await countFailure(tx, address, clock)).waitSeconds,
      );
      if (retryAfterSeconds > 0) throw new Refusal('too_many_attempts', { retryAfterSeconds });
    });
  } catch (error) {
    if (error instanceof Refusal) await inTransaction(db, (tx) => countFailure(tx, address, clock));
    throw error;
  }
}

/** After the free failures each one sets the next wait: 1, 2, 4 … seconds. Returns the previous wait. */
async function countFailure(tx: Tx, subject: Subject, clock: Clock) {
  const { key, freeFailures } = subject;
  const counted = await addFailure(tx, clock(), subject);
  if (counted.waitSeconds === 0 && counted.failures >= freeFailures) {
    const seconds = Math.min(LONGEST_DELAY_SECONDS, 2 ** (counted.failures - freeFailures));
    await block(tx, clock(), key, seconds);
  }
  return counted;
}

/** Many unfamiliar addresses that have used up their free failures at one account share one wait. */
async function countShared(tx: Tx, account: Subject, failures: number, clock: Clock) {
  const { strangersAt } = account;
  if (strangersAt === null || strangersAt === account.key || failures <= FREE_OF_ACCOUNT) return 0;
  const crowded = await isCrowded(tx, clock(), {
    strangersAt,
    failures: FREE_OF_ACCOUNT,
    most: STRANGERS_WITH_OWN_WAIT,
    withinMinutes: STRANGERS_FORGOTTEN_AFTER_MINUTES,
  });
  return crowded ? (await countFailure(tx, subject(strangersAt, 1), clock)).waitSeconds : 0;
}

/**
 * Clears the account's count after a success. The address gets back only this attempt and keeps its wait:
 * knowing one password must not allow guesses at other accounts.
 */
export async function clearFailures(tx: Tx, { account, address, also }: Subjects): Promise<void> {
  await removeFailures(tx, account.key);
  if (also) await removeFailures(tx, also.key);
  await takeBackFailure(tx, address.key);
}

/**
 * Clears every count at an account: of addresses that it knows, of strangers, and what these share. Returns how
 * many. An address that guessed at many accounts keeps its own, which is no longer than 30 seconds.
 */
export async function clearAccount(
  tx: Tx,
  { id, login }: { id: number; login: string },
): Promise<number> {
  const addresses = await addressesOf(tx, id);
  let removed = 0;
  for (const guessed of GUESSED) {
    const strangersAt = accountKey(guessed, login);
    const known = addresses.map((address) => accountKey(guessed, login, address));
    const places = PLACES.map((kind) => accountKey(guessed, login, kind));
    removed += await removeFailuresAt(tx, {
      keys: [strangersAt, ...known, ...places],
      groups: [strangersAt, ...places],
    });
  }
  return removed;
}

export function sweepCounts(tx: Tx, clock: Clock): Promise<void> {
  const strangers = STRANGERS_FORGOTTEN_AFTER_MINUTES;
  return sweepFailures(tx, clock(), { familiar: FORGOTTEN_AFTER_MINUTES, strangers });
}
