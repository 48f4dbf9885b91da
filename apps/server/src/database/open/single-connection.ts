import pg from 'pg';
import { type Log, quietLog } from '../../program/log.ts';
import { DATABASE } from '../embedded/cluster.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';

export type Client = pg.Client;
export type ClientConfig = pg.ClientConfig;

/** Settings under which a value has the same text on every server, and a long COPY has no time limit. */
const SESSION =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c client_encoding=UTF8 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0';

/** Runs `work` on one connection, which an abort closes. */
export async function withClient<T>(
  config: ClientConfig,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = new pg.Client({ ...config, options: SESSION });
  client.on('error', () => {}); // the running query reports it as well
  await client.connect();
  const close = () => void client.end().catch(() => {});
  signal.addEventListener('abort', close);
  try {
    signal.throwIfAborted();
    return await work(client);
  } finally {
    signal.removeEventListener('abort', close);
    await client.end().catch(() => {});
  }
}

/** Makes an embedded PostgreSQL with an empty shop database in `dataDir` for as long as `work` runs. */
export async function inNewDatabase(
  dataDir: string,
  { log, signal }: { log: Log; signal: AbortSignal },
  work: (client: Client, config: ClientConfig) => Promise<void>,
): Promise<void> {
  const { superuser, stop } = await startEmbeddedPostgres({ dataDir, log: quietLog(log) });
  try {
    await withClient(superuser, signal, (client) => client.query(`CREATE DATABASE ${DATABASE}`));
    const config = { ...superuser, database: DATABASE };
    await withClient(config, signal, (client) => work(client, config));
  } finally {
    await stop();
  }
}
