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
