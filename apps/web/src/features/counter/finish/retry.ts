import { ApiRefusal } from '../../../api/errors.ts';

/** Pauses before each retry. Together under three seconds: a client is standing there. */
const PAUSES_MS = [300, 700, 1500];
/** A 500 may be an error of ours that comes back every time, so it gets one retry. */
const PAUSES_AFTER_500_MS = [400];

const TRY_LATER = new Set([408, 425, 429]);

/**
 * Whether the server may have acted on the call. A refusal below 500 means that it recorded nothing. A 401
 * leaves it open: a seller who signs in again goes on with the same sale.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return true;
  const { status } = error;
  return status >= 500 || status === 401 || TRY_LATER.has(status);
}

function pausesAfter(error: unknown): readonly number[] {
  if (!(error instanceof ApiRefusal)) return PAUSES_MS;
  if (error.status === 500) return PAUSES_AFTER_500_MS;
  return error.status > 500 || TRY_LATER.has(error.status) ? PAUSES_MS : [];
}

export type RetryOptions = {
  readonly wait: (ms: number) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

/** Makes an idempotent call. Throws the last error when the call is refused or the retries are used up. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pausesAfter(error)[tries];
      options.onFailure(error);
      if (pause === undefined || options.signal.aborted) throw error;
      await options.wait(pause);
      if (options.signal.aborted) throw error;
    }
  }
}
