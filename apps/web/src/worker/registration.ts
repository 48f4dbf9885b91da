export const WORKER_PATH = '/worker.js';

/**
 * Lets the pages of a shop whose counters keep sales open without their server, and takes that back in one whose
 * counters no longer do. Without TLS a browser has no such workers, but on the server's own machine.
 */
export async function followKeeping(keeps: boolean): Promise<void> {
  if (!window.isSecureContext || !import.meta.env.PROD) return;
  const workers = navigator.serviceWorker;
  if (keeps) {
    await workers.register(WORKER_PATH);
    return;
  }
  const known = await workers.getRegistrations();
  if (known.length === 0) return;
  await Promise.all(known.map((worker) => worker.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
}
