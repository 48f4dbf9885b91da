import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';

export type RefusalContext = {
  /** A JSON pointer without its first slash, e.g. body/products/0/total. */
  field?: string;
  /** The correct value, in reais. */
  expected?: number;
  /** In Portuguese; replaces the text of the code. */
  detail?: string;
  retryAfterSeconds?: number;
};

/** Services throw it to refuse a request; the error handler turns it into problem+json. */
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
