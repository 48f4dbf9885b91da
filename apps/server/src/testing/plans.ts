import type { Connection } from '../database/connection.ts';
import type { Statement } from './statements.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
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

/** The indexes that a plan reads, each with the kind of scan. */
export function indexesRead(plan: Node): string[] {
  const reads = nodesOf(plan).flatMap((node) =>
    node['Index Name'] ? [`${node['Node Type']} of ${node['Index Name']}`] : [],
  );
  return [...new Set(reads)].sort();
}

/** The nodes that were executed. */
function nodesOf(plan: Node): Node[] {
  if (plan['Actual Loops'] === 0) return [];
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
