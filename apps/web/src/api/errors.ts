import type { Problem, RefusalCode } from '@balcao/contract/refusal.ts';

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

/** Whether a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiUnreachable || (error instanceof ApiRefusal && error.status === 503);
}

const TRY_LATER = [408, 425, 429];

/** The server was too busy for the call. */
export const isTryLater = ({ status }: ApiRefusal) => TRY_LATER.includes(status);

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
