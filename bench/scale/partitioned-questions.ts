import type { Connection } from '@balcao/server/src/database/connection.ts';

export type Told = { planningMs: number; runningMs: number; blocks: number };

type Pair = { name: string; whole: string; monthly: string };

/** Rewritten for the one and the other: what the instant of a sale helps to find its lines with. */
export const PAIRS: Pair[] = [
  {
    name: 'a sale by its key (asked for again)',
    whole: `SELECT * FROM sales WHERE idempotency_key = (:key)`,
    monthly: `
      SELECT s.* FROM sale_keys k JOIN sales s ON s.id = k.sale_id AND s.created_at = k.created_at
      WHERE k.idempotency_key = (:key)`,
  },
  {
    name: 'a sale by its number alone (to delete it)',
    whole: 'SELECT * FROM sales WHERE id = :id',
    monthly: 'SELECT * FROM sales WHERE id = :id',
  },
  {
    name: 'the newest 10 of the last day, with their lines',
    whole: newest('i.sale_id = s.id'),
    monthly: newest('i.sale_id = s.id AND i.created_at = s.created_at'),
  },
  {
    name: 'what a month sold, by seller',
    whole: soldSince(':month'),
    monthly: soldSince(':month'),
  },
  {
    name: 'what a year sold, by seller',
    whole: soldSince(':year'),
    monthly: soldSince(':year'),
  },
];

function newest(lines: string): string {
  return `
    SELECT s.*, (SELECT json_agg(i) FROM sale_items i WHERE ${lines}) AS items,
      (SELECT json_agg(i) FROM sale_payments i WHERE ${lines}) AS payments
    FROM sales s WHERE deleted_at IS NULL AND created_at >= :day
    ORDER BY created_at DESC, id DESC LIMIT 10`;
}

function soldSince(since: string): string {
  return `
    SELECT seller_name, count(*), sum(total_general_cents) FROM sales
    WHERE deleted_at IS NULL AND created_at >= ${since}
    GROUP BY seller_name`;
}

/** What is asked for: the last day, month and year, and a sale from the middle; ready values. */
export async function givenOf({ pool }: Connection): Promise<(text: string) => string> {
  const { rows } = await pool.query<Record<string, string>>(`
    SELECT id::text AS ":id", quote_literal(idempotency_key) AS ":key",
      quote_literal(last - interval '1 day') AS ":day",
      quote_literal(last - interval '1 month') AS ":month",
      quote_literal(last - interval '1 year') AS ":year"
    FROM public.sales, (SELECT max(created_at) AS last, max(id) AS newest FROM public.sales) AS sold
    WHERE id = newest / 2`);
  const given = rows[0] ?? {};
  return (text) => text.replaceAll(/:(?:key|id|day|month|year)\b/g, (name) => given[name] ?? name);
}

/** What it costs: without counting the time of each node, which would be most of it. */
export async function explain(
  pool: Pick<Connection['pool'], 'query'>,
  text: string,
  values: unknown[] = [],
): Promise<Told> {
  const { rows } = await pool.query(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  const [told] = rows[0]['QUERY PLAN'];
  return {
    planningMs: told['Planning Time'],
    runningMs: told['Execution Time'],
    blocks: told.Plan['Shared Hit Blocks'] + told.Plan['Shared Read Blocks'],
  };
}
