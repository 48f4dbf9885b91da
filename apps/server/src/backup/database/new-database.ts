import type pg from 'pg';
import { DATABASE } from '../../database/embedded/create-cluster.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import type { Log } from '../../database/embedded/log.ts';
import { withClient } from './client.ts';

/**
 * Makes an embedded PostgreSQL with an empty shop's database in a folder, runs `work` on it and closes
 * it. `log` hears none of its everyday messages.
 */
export async function inNewDatabase(
  dataDir: string,
  { log, signal }: { log: Log; signal: AbortSignal },
  work: (client: pg.Client, config: pg.ClientConfig) => Promise<void>,
): Promise<void> {
  const quiet: Log = { info: () => {}, warn: log.info, error: log.info };
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  try {
    // PGSSLMODE of the environment is meant for other servers.
    const superuser = { ...server.superuser, ssl: false };
    await withClient(superuser, signal, (client) => client.query(`CREATE DATABASE ${DATABASE}`));
    const config = { ...superuser, database: DATABASE };
    await withClient(config, signal, (client) => work(client, config));
  } finally {
    await server.stop();
  }
}
