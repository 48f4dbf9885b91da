import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { findBinariesFor } from './binaries.ts';
import { clusterPaths } from './cluster.ts';
import { DATABASE, PASSWORD_FILE, SUPERUSER } from './create-cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { FolderInUse } from './folder-lock.ts';
import type { Log } from './log.ts';

/** The shop's database, reached as its owner. */
export type EmbeddedSource = { config: pg.ClientConfig; close(): Promise<void> };

/**
 * The embedded PostgreSQL of a data folder: the one that runs there, or one that is started until `close`.
 * Throws with words when there is no shop, or we may not read it.
 */
export async function openEmbeddedSource(dataDir: string, log: Log): Promise<EmbeddedSource> {
  const { home, folder } = clusterPaths(dataDir);
  if (!(await stat(home).catch(() => null))) {
    throw new Error(`Não há uma loja em ${dataDir}. Escolha a pasta dela em DATA_DIR.`);
  }
  const running = await findRunning(dataDir);
  if (running) return asSource(running, async () => {});
  const binaries = await findBinariesFor(folder);
  const embedded = await startEmbeddedPostgres({ dataDir, log, binaries }).catch((error: Error) => {
    // Whoever holds the folder has a PostgreSQL that does not answer yet, or not any more.
    if (!(error instanceof FolderInUse)) throw error;
    throw new Error(`O banco de ${dataDir} está abrindo ou fechando. Repita em alguns segundos.`);
  });
  return asSource(embedded.superuser, () => embedded.stop());
}

function asSource(superuser: pg.ClientConfig, close: () => Promise<void>): EmbeddedSource {
  // PGSSLMODE of the environment is meant for other servers.
  return { config: { ...superuser, database: DATABASE, ssl: false }, close };
}

/** How to reach the server of a data folder; null when none answers there. */
async function findRunning(dataDir: string): Promise<pg.ClientConfig | null> {
  const { home, folder } = clusterPaths(dataDir);
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') return '';
      throw new Error(
        `Sem permissão para ler ${home}. Rode o comando com o usuário do Balcão, ou como root.`,
      );
    },
  );
  // Its 4th and 5th lines are the port and the folder of the socket.
  const [, , , port = '', host = ''] = text.split('\n');
  if (!host.startsWith('/')) return null;
  const password = await readFile(path.join(home, PASSWORD_FILE), 'utf8');
  const config = { host, port: Number(port), user: SUPERUSER, password, database: 'postgres' };
  const client = new pg.Client({ ...config, ssl: false, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return config;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
