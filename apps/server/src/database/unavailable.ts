import { setTimeout as delay } from 'node:timers/promises';

/** A commit on this server that was not replicated: it may be lost. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The commit was not confirmed by the replica');
  }
}

/** What was read before has changed, so nothing was written: it is read again, and the transaction repeated. */
export class ReadAgain extends Error {
  constructor() {
    super('What was read before has changed');
  }
}

/** The transaction was rolled back because of others; a retry is always safe. */
const ROLLED_BACK = ['40001', '40P01'];
const CANCELLED = '57014';
const DISK_FULL = '53100';
/** No space or no permission to write: the shop cannot sell until a person acts. */
const CANNOT_WRITE = [DISK_FULL, '53200', '58030', '58P01'];
/** The server is stopping, starting, full or out of reach. A commit in flight may have succeeded. */
const AWAY =
  /^(08...|57P0[123]|57014|53300|25006|25P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const AWAY_MESSAGE =
  // The last one comes from a replica that is being promoted, with the code of an internal error.
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|connection error and is not queryable|cannot assign TransactionIds during recovery/i;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function wasRolledBack(error: unknown): boolean {
  return error instanceof ReadAgain || ROLLED_BACK.includes(codeOf(error));
}

/** The disk is full. Nothing was written, and an immediate retry would fail too. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL;
}

/** The database responds but cannot write, usually because the disk is full. */
export function cannotWrite(error: unknown): boolean {
  return CANNOT_WRITE.includes(codeOf(error));
}

/** The statement was cancelled by its timeout. */
export function tookTooLong(error: unknown): boolean {
  return codeOf(error) === CANCELLED;
}

/** Whether the database, not the request, is the cause. A write may or may not have been committed. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof UnconfirmedCommit ||
    cannotWrite(error) ||
    AWAY.test(codeOf(error)) ||
    (error instanceof Error && AWAY_MESSAGE.test(error.message))
  );
}

/** The waits between attempts while the database is away; together longer than a restart of PostgreSQL. */
const RETRY_DELAYS_MS = [50, 150, 400, 1_000, 2_000];
/** No attempt begins later. The counter waits 20 s and then retries with the same key. */
const LAST_ATTEMPT_MS = 5_000;

/**
 * Retries while the database is away or rolled the attempt back because of a conflict; a key has to make it
 * safe to repeat. A commit that the replica did not confirm is not retried here; the client retries it later.
 */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  const lastAttempt = performance.now() + LAST_ATTEMPT_MS;
  for (const wait of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      const transient = wasRolledBack(error) || (isUnavailable(error) && !isDiskFull(error));
      const tooLate = performance.now() + wait > lastAttempt;
      if (!transient || tooLate || error instanceof UnconfirmedCommit) throw error;
    }
    await delay(wait);
  }
  return attempt();
}
