/**
 * Lets the pages of a shop whose counters keep sales open without their server, and takes that back in one whose
 * counters no longer do. Without TLS a browser has no such workers, but on the server's own machine.
 */
export async function followKeeping(keeps: boolean): Promise<void> {
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!workers || !import.meta.env.PROD) return;
  if (keeps) {
    await workers.register('/worker.js');
    return;
  }
  for (const known of await workers.getRegistrations()) await known.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
