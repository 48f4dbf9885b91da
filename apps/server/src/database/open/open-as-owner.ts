import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { ownerInWords } from '../../program/file-owner.ts';
import type { Log } from '../../program/log.ts';
import { findBinariesFor } from '../embedded/binaries.ts';
import { clusterPaths, DATABASE, PASSWORD_FILE, superuserConfig } from '../embedded/cluster.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { FolderInUse } from '../embedded/folder-lock.ts';

/** Where the shop should be there is none. */
export class NoShop extends Error {}

type Shop = { dataDir: string; databaseUrl?: string | undefined };

/** How to connect to the shop's database as its owner, until `close`. */
export type OwnerAccess = { config: pg.ClientConfig; close(): Promise<void> };

/**
 * Access to the database of DATABASE_URL or to the embedded one, which is started when it is not running.
 * Throws in Portuguese when there is no shop, or its folder may not be read.
 */
export async function openAsOwner({ dataDir, databaseUrl }: Shop, log: Log): Promise<OwnerAccess> {
  await refuseWithoutShop({ dataDir, databaseUrl });
  if (databaseUrl) return { config: { connectionString: databaseUrl }, close: async () => {} };
  const { folder } = clusterPaths(dataDir);
  const running = await findRunning(dataDir);
  if (running) return { config: running, close: async () => {} };
  const binaries = await findBinariesFor(folder);
  const embedded = await startEmbeddedPostgres({ dataDir, log, binaries }).catch((error: Error) => {
    if (!(error instanceof FolderInUse)) throw error;
    // The process that holds the folder has a PostgreSQL that is starting or stopping.
    throw new Error(`O banco de ${dataDir} está abrindo ou fechando. Repita em alguns segundos.`);
  });
  return { config: { ...embedded.superuser, database: DATABASE }, close: () => embedded.stop() };
}

/** Throws, in Portuguese, where there is no embedded database, or its folder may not be read. */
export async function refuseWithoutShop({ dataDir, databaseUrl }: Shop): Promise<void> {
  if (databaseUrl) return;
  const { home } = clusterPaths(dataDir);
  const found = await stat(home).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadable(home);
  });
  if (!found) {
    throw new NoShop(`Não há uma loja em ${dataDir}. Escolha a pasta dela em DATA_DIR.`);
  }
}

const unreadable = (home: string) =>
  new Error(`Sem permissão para ler ${home}${ownerInWords(home)}.`);

/** The running server of a data folder; undefined when it accepts no connection. */
async function findRunning(dataDir: string): Promise<pg.ClientConfig | undefined> {
  const { home, folder } = clusterPaths(dataDir);
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') return '';
      throw unreadable(home);
    },
  );
  // The fifth line is the folder of the socket.
  const host = text.split('\n')[4] ?? '';
  if (!host.startsWith('/')) return undefined;
  const password = await readFile(path.join(home, PASSWORD_FILE), 'utf8');
  const config = { ...superuserConfig(host, password), database: DATABASE };
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return config;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
