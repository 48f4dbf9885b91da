import type pg from 'pg';

type Statement = { name?: string; text: string; values: unknown[] };

type Query = (...args: unknown[]) => unknown;

/** Records every statement of a pool, in order. Each is one round trip. */
export function listenTo(pool: pg.Pool): Statement[] {
  const heard: Statement[] = [];
  const listening = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    const query = client.query.bind(client) as Query;
    const recording: Query = (...args) => {
      heard.push(statementOf(args));
      return query(...args);
    };
    client.query = recording as typeof client.query;
  });
  return heard;
}

/** pg takes text and values as two arguments or as one object. */
function statementOf([first, second]: unknown[]): Statement {
  if (typeof first !== 'string')
    return { values: [], ...(first as Partial<Statement>) } as Statement;
  return { text: first, values: Array.isArray(second) ? second : [] };
}
