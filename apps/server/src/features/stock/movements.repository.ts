import type { MovementKind } from '@balcao/domain/product/stock.ts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

export type MovementRow = {
  id: number;
  kind: MovementKind;
  created_at: Date;
  by: string;
  reason: string;
  supplier: string;
  document: string;
  lines: { product: number; quantity: number }[];
};

export async function findMovement(tx: Tx, id: number): Promise<MovementRow> {
  const { rows } = await sql<MovementRow>`
    SELECT id, kind, created_at, made_by_name AS by, reason, supplier, document,
      (SELECT json_agg(json_build_object('product', product_id, 'quantity', quantity) ORDER BY line)
        FROM stock_movement_lines WHERE movement_id = id) AS lines
    FROM stock_movements WHERE id = ${id}`.execute(tx);
  return rows[0] as MovementRow;
}

/** Returns its id. */
export async function insertMovement(
  tx: Tx,
  movement: Insertable<Tables['stock_movements']>,
  lines: MovementRow['lines'],
): Promise<number> {
  const inserted = tx.insertInto('stock_movements').values(movement).returning('id');
  const { id } = await inserted.executeTakeFirstOrThrow();
  const products = lines.map(({ product }) => product);
  const quantities = lines.map(({ quantity }) => quantity);
  await sql`
    INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, kind, gone_before)
    SELECT ${id}::integer, line, product_id, quantity, ${movement.kind}, coalesce(gone.units, 0)
    FROM unnest(${products}::integer[], ${quantities}::integer[])
        WITH ORDINALITY AS given (product_id, quantity, line)
      LEFT JOIN stock_gone(${products}::integer[]) AS gone USING (product_id)`.execute(tx);
  return id;
}

/** Whether a product has an entry or an applied count. */
export async function isFollowed(tx: Tx, product: number): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    SELECT EXISTS (SELECT FROM stock_movement_lines WHERE product_id = ${product})
      OR EXISTS (SELECT FROM stock_count_results WHERE product_id = ${product}) AS yes`.execute(tx);
  return rows[0]?.yes === true;
}

export type StockRecord = {
  at: Date;
  kind: MovementKind | 'count';
  quantity: number;
  by: string;
  reason: string;
  supplier: string;
  document: string;
  gone_before: number;
};

/** Every record of a product, the oldest first, and what sales have taken away until now. */
export async function recordsOf(
  tx: Tx,
  product: number,
): Promise<{ records: StockRecord[]; gone: number }> {
  const { rows: records } = await sql<StockRecord>`
    SELECT * FROM (
      SELECT m.created_at AS at, m.kind, sum(l.quantity)::integer AS quantity, m.made_by_name AS by, m.reason,
        m.supplier, m.document, min(l.gone_before) AS gone_before, m.id
      FROM stock_movement_lines l JOIN stock_movements m ON m.id = l.movement_id
      WHERE l.product_id = ${product} GROUP BY m.id
      UNION ALL
      SELECT counted_at, 'count', quantity, c.ended_by_name, c.name, '', '', gone_before, count_id
      FROM stock_count_results JOIN stock_counts c ON c.id = count_id WHERE product_id = ${product}) AS every
    ORDER BY at, kind = 'count', id`.execute(tx);
  const { rows } = await sql<{ units: number }>`
    SELECT units FROM stock_gone(ARRAY[${product}::integer])`.execute(tx);
  return { records, gone: rows[0]?.units ?? 0 };
}
