import { randomUUID } from 'node:crypto';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import pg from 'pg';
import type { Reply } from '../torture/call.ts';
import type { Cluster } from './cluster.ts';
import { until } from './started.ts';

const WAITING = `
  SELECT pid FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND usename = 'balcao' AND query ~ $1`;
// PostgreSQL shows the first kilobyte of a statement.
const SALE = 'WITH requested AS MATERIALIZED';
const REPLAY = 'pg_logical_emit_message';

/**
 * Cancels the commit of a sale while it waits for frozen replicas: PostgreSQL reports that as a success. A
 * retry must wait again, since only a sale that a replica has may be acknowledged. Returns the troubles.
 */
export async function cancelCommits(
  cluster: Cluster,
  send: (key: string) => Promise<Reply | undefined>,
): Promise<string[]> {
  const primary = await cluster.primary();
  const replicas = cluster.machines.filter((each) => each !== primary);
  const client = new pg.Client(cluster.at(primary));
  await client.connect();
  const key = randomUUID();
  const sendAndCancel = async (query: string): Promise<Reply | undefined> => {
    let isDone = false;
    const reply = send(key).finally(() => {
      isDone = true;
    });
    await until(
      `a commit that waits (${query})`,
      async () => {
        if (isDone) return true;
        const { rows } = await client.query(WAITING, [query]);
        for (const { pid } of rows) await client.query('SELECT pg_cancel_backend($1)', [pid]);
        return rows.length > 0;
      },
      { timeoutMs: 15_000 },
    );
    return reply;
  };
  try {
    for (const replica of replicas) await replica.freezePostgres();
    const first = await sendAndCancel(SALE);
    const replay = await sendAndCancel(REPLAY);
    for (const replica of replicas) await replica.thaw();
    const then = await until(
      'the sale to be acknowledged',
      async () => {
        const reply = await send(key);
        return reply?.status === 503 ? undefined : reply;
      },
      { timeoutMs: 60_000 },
    );
    const again = await send(key);
    const statuses = [first, replay, then, again].map((reply) => reply?.status);
    const ids = [then, again].map((reply) => (reply?.body as Sale | undefined)?.id);
    console.log(
      `Commits whose wait for the replica is cancelled: ${statuses.slice(0, 2).join(', ')}; ` +
        `with the replica back: ${statuses.slice(2).join(', ')}, sales ${ids.join(' and ')}.`,
    );
    return statuses.join() === '503,503,201,201' && ids[0] === ids[1]
      ? []
      : [`the statuses after cancelled commits were ${statuses.join(', ')}`];
  } finally {
    for (const replica of replicas) await replica.thaw();
    await client.end();
  }
}
