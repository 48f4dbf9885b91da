import type pg from 'pg';
import type { Connection } from '../database/connection.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Node[];
};

/** The plan of a statement with these values. It is executed, to show which of its branches run. */
export async function planOf(
  client: Pick<Connection['pool'], 'query'>,
  { text, values }: Statement,
): Promise<Node> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** The tables that a plan scans from end to end. */
export function tablesScanned(plan: Node): string[] {
  const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
  return [...new Set(scans.map((node) => node['Relation Name'] ?? ''))].sort();
}

/** The nodes that were executed. */
function nodesOf(plan: Node): Node[] {
  if (plan['Actual Loops'] === 0) return [];
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

export type Statement = { name?: string; text: string; values: unknown[] };

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
