import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { EmbeddedPostgres } from '../embedded-postgres.ts';
import { processesOfCluster, servesCluster } from '../process-identity.ts';

/** A data folder for one test; what still runs on it afterwards is ended, then it is removed. */
export async function makeShopFolder(options: { inside?: string; mode?: number } = {}) {
  const parent = await mkdtemp(join(tmpdir(), 'shop-'));
  await chmod(parent, options.mode ?? 0o755);
  const dataDir = join(parent, options.inside ?? 'data');
  onTestFinished(async () => {
    await endServer(dataDir);
    await rm(parent, { recursive: true, force: true, maxRetries: 10 });
  });
  return dataDir;
}

export function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster');
}

/** Pid of the postmaster as its own file has it. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

async function endServer(dataDir: string): Promise<void> {
  const postmaster = await postmasterOf(dataDir).catch(() => 0);
  const known = (await servesCluster(postmaster, clusterOf(dataDir))) ? [postmaster] : [];
  for (const pid of new Set([...known, ...(await processesOfCluster(clusterOf(dataDir)))])) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // Ended meanwhile.
    }
  }
  await expect
    .poll(() => servesCluster(postmaster, clusterOf(dataDir)), { timeout: 5000 })
    .toBe(false);
}

/** The rows of one statement over a connection of its own. */
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

/** Ends a server when the test is over, passed or failed. */
export function stopAfterTest(postgres: EmbeddedPostgres): EmbeddedPostgres {
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** A log that is kept, as lines "level message". */
export function keepLog() {
  const lines: string[] = [];
  const line = (level: string) => (message: string) => {
    lines.push(`${level} ${message}`);
  };
  return { lines, log: { info: line('info'), warn: line('warn'), error: line('error') } };
}
