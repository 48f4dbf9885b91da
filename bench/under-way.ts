import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const underWay = new Set<() => Promise<void>>();

/**
 * What is running has to be stopped once: by whoever calls what is answered or, when the bench is told to
 * end before, by the bench.
 */
export function stopsWithBench(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const once = () => {
    stopped ??= stop().finally(() => underWay.delete(once));
    return stopped;
  };
  underWay.add(once);
  return once;
}

/** A folder of its own for something that is measured. */
export async function openFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-bench-'));
  // As root PostgreSQL runs as another user, who has to get into this folder.
  await chmod(folder, 0o755);
  const remove = stopsWithBench(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return { folder, remove };
}

/** Leaves no server and no folder behind, whoever ends the bench in the middle. */
export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      // A server before the folder that it was given.
      for (const stop of Array.from(underWay).reverse()) await stop().catch(console.error);
      process.exit(128 + os.constants.signals[signal]);
    });
  }
}
