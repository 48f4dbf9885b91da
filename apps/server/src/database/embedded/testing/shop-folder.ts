import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import type { Log } from '../../../program/log.ts';
import { clusterPaths } from '../cluster.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { processesOfCluster, servesCluster } from '../orphans.ts';

/** A data folder for one test, or file. At the end its server is stopped and the folder removed. */
export async function makeShopFolder({
  inside = 'data',
  mode = 0o755,
  whenOver = onTestFinished as (close: () => Promise<void>) => void,
} = {}) {
  const parent = await mkdtemp(join(tmpdir(), 'shop-'));
  await chmod(parent, mode);
  const dataDir = join(parent, inside);
  whenOver(async () => {
    await endServer(dataDir);
    await rm(parent, { recursive: true, force: true, maxRetries: 10 });
  });
  return dataDir;
}

export function clusterOf(dataDir: string): string {
  return clusterPaths(dataDir).folder;
}

/** Starts the server of a data folder and stops it after the test; `lines` is its log. */
export async function openServer(
  dataDir: string,
  options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
) {
  const { lines, log } = keepLog();
  const { superuser, stop } = await startEmbeddedPostgres({ dataDir, log, ...options });
  onTestFinished(stop);
  return { superuser, stop, lines, query: (text: string) => query(superuser, text) };
}

/** Pid of the postmaster, from its own file. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

async function endServer(dataDir: string): Promise<void> {
  const cluster = clusterOf(dataDir);
  const postmaster = await postmasterOf(dataDir).catch(() => 0);
  const known = (await servesCluster(postmaster, cluster)) ? [postmaster] : [];
  for (const pid of new Set([...known, ...(await processesOfCluster(cluster))])) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has ended meanwhile.
    }
  }
  // This also runs in hooks of a file, where expect.poll() is refused.
  const ended = async () => expect(await servesCluster(postmaster, cluster)).toBe(false);
  await vi.waitFor(ended, { timeout: 15_000 });
}

/** The rows of one statement, over a connection of its own. */
export async function query(superuser: ClientConfig, text: string): Promise<unknown[]> {
  const client = new Client({ ...superuser, ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A log that keeps its messages as lines "level message". */
export function keepLog() {
  const lines: string[] = [];
  const keep = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log: Log = { info: keep('info'), warn: keep('warn'), error: keep('error') };
  return { lines, log };
}
