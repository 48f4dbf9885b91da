import type { Problem } from '@balcao/contract/problem.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';

/** The server's response is an application/problem+json: a refusal or an internal error. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): RefusalCode {
    return this.problem.code as RefusalCode;
  }
}

/**
 * No response of our server came back: no network, a timeout, or a proxy's own page. The server may
 * still have acted on the call.
 */
export class ApiUnreachable extends Error {
  override readonly name = 'ApiUnreachable';
}

/**
 * A response that the contract does not know: another program listens there, or another version of ours. The
 * page goes on without what it would have brought, and a retry brings the same.
 */
export class ApiUnusable extends Error {
  override readonly name = 'ApiUnusable';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The result of a call of ours, or `without` on a server that does not have the call. */
export async function orWithout<T>(answer: Promise<T>, without: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiUnusable) return without;
    throw error;
  }
}

/** Whether a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiUnreachable || (error instanceof ApiRefusal && error.status === 503);
}

const TRY_LATER = [408, 425, 429];

/** The server was too busy for the call; a limit that lasts an hour is a plain refusal. */
export const isTryLater = ({ status, code }: ApiRefusal) =>
  TRY_LATER.includes(status) && code !== 'too_many_people';

/**
 * Whether the server may have acted on the call. A refusal below 500 means that it did nothing. A 401 leaves
 * it open: a seller who signs in again continues the same call.
 */
export function mayHaveActed(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return true;
  return error.status >= 500 || error.status === 401 || isTryLater(error);
}

/**
 * The server refused who asked before it looked at the call, so this says nothing about an earlier attempt of
 * the same call.
 */
export const refusesUser = (error: unknown) =>
  ['password_change_required', 'second_factor_required', 'not_allowed'].includes(
    refusalCode(error) ?? '',
  );

/** The server's reason for a refusal; undefined when it gave none. */
export function refusalCode(error: unknown): RefusalCode | undefined {
  return error instanceof ApiRefusal ? error.code : undefined;
}

const NO_ANSWER = 'O servidor não respondeu. Tente de novo.';

/** The same for what the server does once, however often it is sent. */
export const SAFE_TO_REPEAT =
  'O servidor não respondeu. Tente de novo: nada será feito duas vezes.';

/**
 * Says why a change was not made: in the words of its form for this refusal, else in the server's. `unknown` is said
 * when no answer came, or one that leaves it open whether the change was made.
 */
export function failureWords(
  error: Error | null,
  words: Partial<Record<RefusalCode, string>> = {},
  unknown = NO_ANSWER,
): string | undefined {
  if (!(error instanceof ApiRefusal) || error.status >= 500) return error ? unknown : undefined;
  return words[error.code] ?? error.problem.detail;
}
