import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { Refusal } from '../../refusal.ts';

/** What failures are counted for. Hashed, because people type passwords into the login field. */
export type Subject = { key: string; freeFailures: number };

/** Failures that cost nothing: a person mistypes; a school's whole staff may share one address. */
const FREE_OF_ACCOUNT = 5;
const FREE_OF_ADDRESS = 60;
/** The delay doubles up to this: annoying for a guesser, never for good for the one who is guessed at. */
const LONGEST_DELAY_SECONDS = 30;
const FORGOTTEN_AFTER_MINUTES = 15;

const keyOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64');

/**
 * The account is counted per address where that address has signed in to it before, so that strangers
 * who guess from elsewhere cannot slow down the counter that uses it every day.
 */
export function subjectsOf(login: string, address: string, familiar: boolean): Subject[] {
  const account = familiar ? keyOf('account', login, address) : keyOf('account', login);
  return [
    { key: account, freeFailures: FREE_OF_ACCOUNT },
    { key: keyOf('address', address), freeFailures: FREE_OF_ADDRESS },
  ];
}

export async function hasSignedInFrom(db: Db, userId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts an attempt as failed before its password is looked at, so that a burst of guesses cannot run
 * ahead of the count; a success takes it back. Throws too_many_attempts while one of the subjects has to
 * wait, and then nothing is counted.
 */
export async function countAttempt(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  let seconds = 0;
  for (const subject of subjects) seconds = Math.max(seconds, await countOne(tx, subject));
  if (seconds > 0) throw new Refusal('too_many_attempts', { retryAfterSeconds: seconds });
}

/** Past the free ones, each attempt makes the next wait 1, 2, 4 … seconds. Answers the wait left of before. */
async function countOne(tx: Tx, { key, freeFailures }: Subject): Promise<number> {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    INSERT INTO sign_in_failures AS f (subject, failures, last_at)
    VALUES (${key}, 1, now())
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.last_at < now() - make_interval(mins => ${FORGOTTEN_AFTER_MINUTES})
        THEN 1 ELSE f.failures + 1 END,
      last_at = now()
    RETURNING failures,
      greatest(0, coalesce(ceil(extract(epoch FROM blocked_until - now())), 0))::integer AS seconds
  `.execute(tx);
  const [row] = rows;
  if (!row || row.seconds > 0 || row.failures < freeFailures) return row?.seconds ?? 0;
  const delay = Math.min(LONGEST_DELAY_SECONDS, 2 ** (row.failures - freeFailures));
  await sql`
    UPDATE sign_in_failures SET blocked_until = now() + make_interval(secs => ${delay})
    WHERE subject = ${key}
  `.execute(tx);
  return 0;
}

/** A success clears the account's count; the address only gets back the attempt that was counted. */
export async function clearFailures(tx: Tx, [account, address]: readonly Subject[]): Promise<void> {
  if (account) await tx.deleteFrom('sign_in_failures').where('subject', '=', account.key).execute();
  if (!address) return;
  await sql`
    UPDATE sign_in_failures SET failures = greatest(1, failures - 1), blocked_until = NULL
    WHERE subject = ${address.key}
  `.execute(tx);
}
