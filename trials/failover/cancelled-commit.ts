import { randomUUID } from 'node:crypto';
import type { Sale } from '@balcao/contract/sales.ts';
import pg from 'pg';
import type { Answer } from '../torture/ask.ts';
import type { Cluster } from './cluster.ts';
import { until } from './started.ts';

const WAITING = `
  SELECT pid FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND usename = 'balcao' AND query ~ $1`;
const SALE = 'INSERT INTO sales';
const REPLAY = 'pg_logical_emit_message';

/**
 * A sale whose commit waits for replicas that stand still, and whose wait is then cancelled: PostgreSQL
 * calls that a success. Asked for again it must wait again; only what a replica has may be acknowledged.
 * Answers what went wrong.
 */
export async function cancelCommits(
  cluster: Cluster,
  send: (key: string) => Promise<Answer | undefined>,
): Promise<string[]> {
  const primary = await cluster.primary();
  const replicas = cluster.machines.filter((each) => each !== primary);
  const client = new pg.Client(cluster.at(primary));
  await client.connect();
  const key = randomUUID();
  /** Sends the sale, and cancels what waits for the replica. */
  const cancelled = async (query: string): Promise<Answer | undefined> => {
    let isAnswered = false;
    const answer = send(key).finally(() => {
      isAnswered = true;
    });
    await until(
      `a commit that waits (${query})`,
      async () => {
        if (isAnswered) return true;
        const { rows } = await client.query(WAITING, [query]);
        for (const { pid } of rows) await client.query('SELECT pg_cancel_backend($1)', [pid]);
        return rows.length > 0;
      },
      { timeoutMs: 15_000 },
    );
    return answer;
  };
  try {
    for (const replica of replicas) await replica.freezePostgres();
    const first = await cancelled(SALE);
    const replay = await cancelled(REPLAY);
    for (const replica of replicas) await replica.thaw();
    const then = await until(
      'the sale to be acknowledged',
      async () => {
        const answer = await send(key);
        return answer?.status === 503 ? undefined : answer;
      },
      { timeoutMs: 60_000 },
    );
    const again = await send(key);
    const statuses = [first, replay, then, again].map((answer) => answer?.status);
    const ids = [then, again].map((answer) => (answer?.body as Sale | undefined)?.id);
    console.log(
      `Commits whose wait for the replica is cancelled: ${statuses.slice(0, 2).join(', ')}; ` +
        `with the replica back: ${statuses.slice(2).join(', ')}, sales ${ids.join(' and ')}.`,
    );
    return statuses.join() === '503,503,201,201' && ids[0] === ids[1]
      ? []
      : [`cancelled commits were answered ${statuses.join(', ')}`];
  } finally {
    for (const replica of replicas) await replica.thaw();
    await client.end();
  }
}
