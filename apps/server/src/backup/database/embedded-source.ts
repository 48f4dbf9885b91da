import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { clusterPaths } from '../../database/embedded/cluster.ts';
import { DATABASE, PASSWORD_FILE, SUPERUSER } from '../../database/embedded/create-cluster.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { FolderInUse } from '../../database/embedded/folder-lock.ts';
import type { Log } from '../../database/embedded/log.ts';
import type { Source } from './source.ts';

/**
 * The embedded PostgreSQL of a data folder: the one that runs there, or else one started for the time of
 * the backup. Throws with words when there is no shop, or it is not ours to read.
 */
export async function openEmbeddedSource(dataDir: string, log: Log): Promise<Source> {
  const { home } = clusterPaths(dataDir);
  if (!(await stat(home).catch(() => null))) {
    throw new Error(`Não há uma loja em ${dataDir}. Escolha a pasta dela em DATA_DIR.`);
  }
  const running = await findRunning(dataDir);
  if (running) return asSource(running, home, async () => {});
  const embedded = await startEmbeddedPostgres({ dataDir, log }).catch((error: Error) => {
    // Whoever holds the folder has a PostgreSQL that does not answer yet, or not any more.
    if (!(error instanceof FolderInUse)) throw error;
    throw new Error(`O banco de ${dataDir} está abrindo ou fechando. Repita em alguns segundos.`);
  });
  return asSource(embedded.superuser, home, () => embedded.stop());
}

function asSource(superuser: pg.ClientConfig, home: string, close: () => Promise<void>): Source {
  return {
    kind: 'embedded',
    // PGSSLMODE of the environment is meant for other servers.
    config: { ...superuser, database: DATABASE, ssl: false },
    secrets: [{ name: `postgres/${PASSWORD_FILE}`, file: path.join(home, PASSWORD_FILE) }],
    close,
  };
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
