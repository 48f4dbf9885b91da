const SLICE_MS = 5;

/**
 * For long work between two results of the database. Await what it returns after each step: every 5 ms it lets
 * other requests run, and in between it does nothing.
 */
export function inSlices(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}
