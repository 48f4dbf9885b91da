import { setTimeout as delay } from 'node:timers/promises';

/** The health answers by then: a balancer waits for few seconds. */
const PATIENCE_MS = 2_000;
const READ_EVERY_MS = 60_000;

/** `fresh`: only what was read after this was asked. */
export type Watched<T> = (fresh?: boolean) => Promise<T>;

/** Reads once a minute for many who ask, and one at a time. */
export function watched<T>(read: () => Promise<T>): Watched<T> {
  let latest: Promise<T> | undefined;
  /** Begins when the one under way has ended. */
  let next: Promise<T> | undefined;
  let isReading = false;
  let readAt = 0;
  const begin = (): Promise<T> => {
    [isReading, next, readAt] = [true, undefined, performance.now()];
    const reading = read().finally(() => {
      isReading = false;
    });
    latest = reading;
    return reading;
  };
  return (fresh = false) => {
    const isOld = fresh || performance.now() - readAt > READ_EVERY_MS;
    if (latest === undefined || (isOld && !isReading && next === undefined)) return begin();
    if (!fresh) return latest;
    next ??= latest.then(begin, begin);
    return next;
  };
}

/** What is read, or `otherwise` when that fails or takes long. */
export function patiently<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  const late = delay(PATIENCE_MS, otherwise, { ref: false });
  return Promise.race([reading.catch(() => otherwise), late]);
}
