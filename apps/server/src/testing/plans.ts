import type { Connection } from '../database/connection.ts';
import type { Statement } from './statements.ts';

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

/** How PostgreSQL would run a statement with these very values. */
export async function planOf(
  { pool }: Pick<Connection, 'pool'>,
  { text, values }: Statement,
): Promise<Node> {
  const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** The tables that a plan reads from end to end, each once. */
export function tablesScanned(plan: Node): string[] {
  const found = new Set<string>();
  const visit = (node: Node) => {
    if (node['Node Type'] === 'Seq Scan') found.add(node['Relation Name'] ?? '');
    node.Plans?.forEach(visit);
  };
  visit(plan);
  return [...found].sort();
}
