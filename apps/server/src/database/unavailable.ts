/** A commit that this server made but could not see replicated: it may or may not last. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The commit was not confirmed by the replica');
  }
}

/** The transaction was rolled back, and only because of others: doing it again is always right. */
const ROLLED_BACK = new Set(['40001', '40P01']);

const CANCELLED = '57014';
/** The server is going, coming or full. Whether a commit under way arrived is not known. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', CANCELLED, '25006', '25P03']);
const AWAY_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const AWAY_MESSAGE =
  // The last one is what a replica says, with the code of an inner error, that is about to be the primary.
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|connection error and is not queryable|cannot assign TransactionIds during recovery/i;

/** No room or no permission to write: the shop cannot sell until someone acts. */
const DISK_FULL = '53100';
const CANNOT_WRITE = new Set([DISK_FULL, '53200', '58030', '58P01']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function wasRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(codeOf(error));
}

/** There was no room for what was asked: it was not done, and trying again at once does not make room. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL;
}

/** Nothing can be written, for want of room above all, although the database answers. */
export function cannotWrite(error: unknown): boolean {
  return CANNOT_WRITE.has(codeOf(error));
}

/** Given up at the timeout of a statement. */
export function tookTooLong(error: unknown): boolean {
  return codeOf(error) === CANCELLED;
}

/** Whether the database, not the request, is the reason. What was asked may or may not have been done. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof UnconfirmedCommit ||
    AWAY.has(code) ||
    AWAY_SYSTEM.has(code) ||
    CANNOT_WRITE.has(code) ||
    code.startsWith('08') ||
    (error instanceof Error && AWAY_MESSAGE.test(error.message))
  );
}
