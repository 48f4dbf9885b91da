import type { MovementKind } from '@balcao/domain/stock.ts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { bases, movedSince } from './on-hand.repository.ts';

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
  await sql`
    INSERT INTO stock_movement_lines (movement_id, line, product_id, quantity, kind)
    SELECT ${id}::integer, place, (given ->> 'product')::integer, (given ->> 'quantity')::integer,
      ${movement.kind}
    FROM jsonb_array_elements(${JSON.stringify(lines)}::jsonb) WITH ORDINALITY AS lines (given, place)`.execute(
    tx,
  );
  return id;
}

/** Whether a product has an entry or an applied count. */
export async function isFollowed(tx: Tx, product: number): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    SELECT EXISTS (SELECT FROM stock_movement_lines WHERE product_id = ${product})
      OR EXISTS (SELECT FROM stock_count_results WHERE product_id = ${product}) AS yes`.execute(tx);
  return rows[0]?.yes === true;
}

export type LedgerEvent = {
  at: Date;
  kind: MovementKind | 'count';
  quantity: number;
  by: string;
  reason: string;
  supplier: string;
  document: string;
  /** Right after it, and by the base that held before it: what should have been there. */
  on_hand: number;
  before: number | null;
};

/** The newest records of a product, newest first. */
export async function ledgerEvents(tx: Tx, product: number, most: number): Promise<LedgerEvent[]> {
  const { rows } = await sql<LedgerEvent>`
    WITH events AS MATERIALIZED (
      SELECT * FROM (
        SELECT m.created_at AS at, m.kind, sum(l.quantity)::integer AS quantity, m.made_by_name AS by, m.reason,
          m.supplier, m.document, m.id
        FROM stock_movement_lines l JOIN stock_movements m ON m.id = l.movement_id
        WHERE product_id = ${product} GROUP BY m.id
        UNION ALL
        SELECT counted_at, 'count', quantity, c.ended_by_name, c.name, '', '', count_id
        FROM stock_count_results JOIN stock_counts c ON c.id = count_id WHERE product_id = ${product}) AS every
      ORDER BY at DESC, kind = 'count', id DESC LIMIT ${most}
    ), based AS MATERIALIZED (
      SELECT e.at, b.*, previous.quantity AS before_quantity, previous.moment AS before_moment
      FROM (SELECT DISTINCT at FROM events) AS e
        CROSS JOIN LATERAL (${bases(sql`p.id = ${product}`, sql`e.at`)}) AS b
        LEFT JOIN LATERAL (${bases(sql`p.id = ${product}`, sql`e.at - interval '1 microsecond'`)}) AS previous
          ON true
    ), held AS MATERIALIZED (
      SELECT product_id, at AS moment FROM based
      UNION SELECT product_id, moment FROM based
      UNION SELECT product_id, before_moment FROM based WHERE before_moment IS NOT NULL
    ), since AS MATERIALIZED (
      SELECT moment, sum(units)::integer AS units FROM (${movedSince('held')}) AS parts GROUP BY moment)
    SELECT e.at, e.kind, e.quantity, e.by, e.reason, e.supplier, e.document,
      based.quantity + coalesce(from_base.units, 0) - coalesce(from_at.units, 0) AS on_hand,
      before_quantity + coalesce(from_before.units, 0) - coalesce(from_at.units, 0) AS before
    FROM events e JOIN based USING (at)
      LEFT JOIN since AS from_base ON from_base.moment = based.moment
      LEFT JOIN since AS from_before ON from_before.moment = based.before_moment
      LEFT JOIN since AS from_at ON from_at.moment = e.at
    ORDER BY e.at DESC, e.kind = 'count', e.id DESC`.execute(tx);
  return rows;
}
