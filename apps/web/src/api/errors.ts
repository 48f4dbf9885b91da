import type { Problem, RefusalCode } from '@balcao/contract/refusal.ts';

/** The server understood the call and said no (or broke and said so): an application/problem+json. */
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

  /** In Portuguese, for people. */
  get detail(): string {
    return this.problem.detail;
  }
}

/**
 * No answer of ours came back: no network, no time left, or something in between answered instead of
 * the server. Whether the server acted on the call is unknown.
 */
export class ApiUnreachable extends Error {
  override readonly name = 'ApiUnreachable';
}

/** Whether the same call may well succeed in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiUnreachable || (error instanceof ApiRefusal && error.status === 503);
}
