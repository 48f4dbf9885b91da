import type pg from 'pg';

export type Statement = { text: string; values: unknown[] };

type Query = (...args: unknown[]) => unknown;

/**
 * Every statement that goes out on the connections of a pool from now on, in the order in which they go.
 * Each is one round trip: pg sends one and waits for its answer before the next.
 */
export function listenTo(pool: pg.Pool): Statement[] {
  const heard: Statement[] = [];
  const listening = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    const query = client.query.bind(client) as Query;
    const noting: Query = (...args) => {
      heard.push(statementOf(args));
      return query(...args);
    };
    client.query = noting as typeof client.query;
  });
  return heard;
}

/** pg takes a text with values beside it, or both in one object. */
function statementOf([first, second]: unknown[]): Statement {
  if (typeof first === 'string') {
    return { text: first, values: Array.isArray(second) ? second : [] };
  }
  const { text, values = [] } = first as { text: string; values?: unknown[] };
  return { text, values };
}
