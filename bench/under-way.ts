import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const underWay = new Set<() => Promise<void>>();

/** Something that is stopped once: at the end of its block, or earlier by `stopAll`. */
export function stopsWithBench(stop: () => Promise<void>): AsyncDisposable {
  let stopped: Promise<void> | undefined;
  const once = () => {
    stopped ??= stop().finally(() => underWay.delete(once));
    return stopped;
  };
  underWay.add(once);
  return { [Symbol.asyncDispose]: once };
}

export type Folder = AsyncDisposable & { folder: string };

export async function openFolder(): Promise<Folder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-bench-'));
  // When root runs the bench, PostgreSQL runs as another user, who has to enter this folder.
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return { folder, ...stopsWithBench(remove) };
}

/** Leaves no server and no folder behind, also after an error or a signal. */
export async function stopAll(): Promise<void> {
  // A server before its folder.
  for (const stop of Array.from(underWay).reverse()) await stop().catch(console.error);
}

export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await stopAll();
      process.exit(128 + os.constants.signals[signal]);
    });
  }
}
