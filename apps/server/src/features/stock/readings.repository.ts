import { sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import type { CountRow } from './counts.repository.ts';

export type CountLine = { key: string; product: number; quantity: number; ago?: number };

/** Those of the keys that are stored, in any count. */
export async function linesWithKeys(
  tx: Tx,
  keys: readonly string[],
): Promise<{ key: string; count: number; product: number; quantity: number }[]> {
  return tx
    .selectFrom('stock_count_lines')
    .select(['key', 'count_id as count', 'product_id as product', 'quantity'])
    .where('key', 'in', keys)
    .execute();
}

/** A reading that has waited is of the time when it was made, but of none before the count. */
export async function insertLines(
  tx: Tx,
  count: CountRow,
  by: { id: number; name: string },
  lines: readonly CountLine[],
): Promise<void> {
  await sql`
    INSERT INTO stock_count_lines (count_id, key, product_id, quantity, counted_at, made_by, made_by_name)
    SELECT ${count.id}::integer, key, product, quantity,
      greatest((SELECT created_at FROM stock_counts WHERE id = ${count.id}),
        now() - coalesce(ago, 0) * interval '1 millisecond'),
      ${by.id}::integer, ${by.name}::text
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS line (key uuid, product integer, quantity integer, ago integer)`.execute(tx);
}

export async function totalsOf(
  tx: Tx,
  count: number,
  products: readonly number[],
): Promise<{ product: number; counted: number }[]> {
  const { rows } = await sql<{ product: number; counted: number }>`
    SELECT product_id AS product, sum(quantity)::integer AS counted FROM stock_count_lines
    WHERE count_id = ${count} AND product_id = ANY (${[...products]}::integer[])
    GROUP BY product_id ORDER BY product_id`.execute(tx);
  return rows;
}
