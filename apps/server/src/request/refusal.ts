import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';

/** Where in the request the trouble is, and what would have been right. */
export type RefusalContext = {
  /** A JSON pointer without its first slash, e.g. products/0/total. */
  field?: string;
  /** In reais. */
  expected?: number;
  /** In Portuguese; replaces the code's own sentence. */
  detail?: string;
  retryAfterSeconds?: number;
};

/** A request that is answered no. Thrown by services, turned into problem+json at the edge. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly context: RefusalContext;

  constructor(code: RefusalCode, context: RefusalContext = {}) {
    super(`${code}${context.field ? ` (${context.field})` : ''}`);
    this.code = code;
    this.context = context;
  }

  get status(): number {
    return refusals[this.code].status;
  }
}
