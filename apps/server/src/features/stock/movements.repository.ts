import type { MovementKind } from '@balcao/domain/product/stock.ts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import { oneOf, rowOf, rowsOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';
import { NOW, onHandAt } from './on-hand.repository.ts';

export type StockMovementRow = {
  id: number;
  kind: MovementKind;
  created_at: Date;
  by: string;
  reason: string;
  supplier: string;
  document: string;
  lines: { product: number; quantity: number }[];
};

export async function findMovement(tx: Tx, id: number): Promise<StockMovementRow> {
  return oneOf<StockMovementRow>(tx)`
    SELECT id, kind, created_at, made_by_name AS by, reason, supplier, document,
      (SELECT json_agg(json_build_object('product', product_id, 'quantity', quantity) ORDER BY line)
        FROM stock_movement_lines WHERE movement_id = id) AS lines
    FROM stock_movements WHERE id = ${id}`;
}

/**
 * Returns its id. Its time is that of this statement: before it, an import may have taken seconds, during which a count
 * could not see that it is under way.
 */
export async function insertMovement(
  tx: Tx,
  movement: Insertable<Tables['stock_movements']>,
  lines: StockMovementRow['lines'],
): Promise<number> {
  const { id } = await tx
    .insertInto('stock_movements')
    .values({ ...movement, created_at: sql`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const products = lines.map(({ product }) => product);
  const quantities = lines.map(({ quantity }) => quantity);
  await sql`
    INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, created_at, kind)
    SELECT id, line, product_id, given.quantity, created_at, kind
    FROM stock_movements, unnest(${products}::integer[], ${quantities}::integer[])
      WITH ORDINALITY AS given (product_id, quantity, line)
    WHERE id = ${id}`.execute(tx);
  return id;
}

/** Whether a product has an entry or an applied count. */
export async function isFollowed(tx: Tx, product: number): Promise<boolean> {
  const { yes } = await oneOf<{ yes: boolean }>(tx)`
    SELECT EXISTS (SELECT FROM stock_movement_lines WHERE product_id = ${product})
      OR EXISTS (SELECT FROM stock_count_results WHERE product_id = ${product}) AS yes`;
  return yes;
}

export type StockRecord = {
  at: Date;
  kind: MovementKind | 'count';
  quantity: number;
  by: string;
  reason: string;
  supplier: string;
  document: string;
  /** What was there right after it; of a count, right before it; null: nobody knew. */
  there: number | null;
};

/** Every record of a product, the oldest first. */
export async function recordsOf(tx: Tx, product: number): Promise<StockRecord[]> {
  return rowsOf<StockRecord>(tx)`
    WITH records AS MATERIALIZED (
      SELECT m.created_at AS at, m.created_at AS moment, m.kind, sum(l.quantity) AS quantity,
        m.made_by_name AS by, m.reason, m.supplier, m.document, m.id
      FROM stock_movement_lines l JOIN stock_movements m ON m.id = l.movement_id
      WHERE l.product_id = ${product} GROUP BY m.id
      UNION ALL
      SELECT counted_at, counted_at - interval '1 microsecond', 'count', quantity, c.ended_by_name, c.name, '', '',
        count_id
      FROM stock_count_results JOIN stock_counts c ON c.id = count_id WHERE product_id = ${product}
    ), there AS MATERIALIZED (
      SELECT moment, on_hand
      FROM ${onHandAt(sql`SELECT DISTINCT ${product}::integer AS product_id, moment FROM records`)} AS there)
    SELECT at, kind, quantity, by, reason, supplier, document, there.on_hand AS there
    FROM records LEFT JOIN there USING (moment) ORDER BY at, kind = 'count', id`;
}

/** null: it is not followed. */
export async function onHandNow(tx: Tx, product: number): Promise<number | null> {
  const row = await rowOf<{ on_hand: number }>(tx)`
    SELECT on_hand FROM ${onHandAt(sql`SELECT ${product}::integer AS product_id, ${NOW} AS moment`)} AS there`;
  return row?.on_hand ?? null;
}
