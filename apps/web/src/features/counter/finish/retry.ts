import { ApiRefusal } from '../../../api/errors.ts';

/** Pauses before each further try. Together under three seconds: a client is standing there. */
const PAUSES_MS = [300, 700, 1500];
/** A 500 may be an error of ours that comes again each time, so it gets one further try. */
const PAUSES_AFTER_500_MS = [400];

/** What the server's answer, or the lack of one, says about what it did. */
export type Verdict = 'refused' | 'unknown';

const TRY_LATER = new Set([408, 425, 429]);

/**
 * A refusal below 500 means that nothing was recorded. Anything else leaves that open: also a 401,
 * because whoever signs in again goes on with the same sale.
 */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof ApiRefusal)) return 'unknown';
  const { status } = error;
  return status < 500 && status !== 401 && !TRY_LATER.has(status) ? 'refused' : 'unknown';
}

function pauses(error: unknown): readonly number[] {
  if (!(error instanceof ApiRefusal)) return PAUSES_MS;
  if (error.status === 500) return PAUSES_AFTER_500_MS;
  return error.status > 500 || TRY_LATER.has(error.status) ? PAUSES_MS : [];
}

export type RetryOptions = {
  readonly wait: (ms: number) => Promise<void>;
  readonly onFailedTry: (error: unknown) => void;
  readonly signal: AbortSignal;
};

/** Tries a call that may be repeated safely until it answers, is refused, or its tries are used up. */
export async function persist<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauses(error)[tries];
      options.onFailedTry(error);
      if (pause === undefined || options.signal.aborted) throw error;
      await options.wait(pause);
      if (options.signal.aborted) throw error;
    }
  }
}
