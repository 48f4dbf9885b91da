import pg from 'pg';

/** A value has the same text on every server, and a long COPY is not taken for a lost query. */
const SESSION =
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c bytea_output=hex -c client_encoding=UTF8 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0';

/** Runs `work` on a connection of its own, which an abort closes. */
export async function withClient<T>(
  config: pg.ClientConfig,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = new pg.Client({ ...config, options: SESSION });
  client.on('error', () => {}); // the query that is running reports it as well
  await client.connect();
  const leave = () => void client.end().catch(() => {});
  signal.addEventListener('abort', leave);
  try {
    signal.throwIfAborted();
    return await work(client);
  } finally {
    signal.removeEventListener('abort', leave);
    await client.end().catch(() => {});
  }
}
