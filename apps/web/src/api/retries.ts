import { ApiRefusal, ApiUnusable, isTryLater } from './errors.ts';

/** Pauses before each retry. Together under three seconds, because a client is waiting. */
const PAUSES_MS = [300, 700, 1500];
/** A 500 may be an error of ours that comes back every time, so it gets one retry. */
const PAUSES_AFTER_500_MS = [400];

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function pausesAfter(error: unknown): readonly number[] {
  if (error instanceof ApiUnusable) return PAUSES_AFTER_500_MS;
  if (!(error instanceof ApiRefusal)) return PAUSES_MS;
  if (error.status === 500) return PAUSES_AFTER_500_MS;
  return error.status > 500 || isTryLater(error) ? PAUSES_MS : [];
}

type RetryOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Before each pause. */
  readonly onRetry?: (error: unknown) => void;
  /** Tests bring their own. */
  readonly wait?: (ms: number) => Promise<void>;
};

/** Makes an idempotent call. Throws the last error when the call is refused or the retries are used up. */
export async function untilAnswered<T>(
  attempt: () => Promise<T>,
  { signal, onRetry, wait = pause }: RetryOptions = {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const ms = pausesAfter(error)[tries];
      if (ms === undefined || signal?.aborted) throw error;
      onRetry?.(error);
      await wait(ms);
      if (signal?.aborted) throw error;
    }
  }
}
