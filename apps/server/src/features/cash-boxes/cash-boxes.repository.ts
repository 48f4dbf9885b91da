import type { CountLine } from '@balcao/domain/box-count.ts';
import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, sql } from 'kysely';
import { lastCountBefore } from '../../database/cash.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf, rowOf, rowsOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';

export type BoxRow = {
  id: number;
  seller_id: number;
  seller_name: string;
  opened_at: Date;
  day: BusinessDay;
  float: Cents;
  /** The cash that the seller's count before had left. */
  last_count: Cents | null;
  left_open: boolean;
  /** The drawer did not cover a withdrawal that an administrator allowed. */
  short: boolean;
  counted: boolean;
  closed: boolean;
  /** The methods counted besides cash, if that is wanted: the shop's, and those that the box has taken. */
  methods: string[] | null;
  /** JSON has their times as text. */
  movements: CashMovementRow[];
  counts: CountLine[] | null;
};

export type CashMovementRow = {
  id: number;
  box: number;
  kind: 'supply' | 'withdrawal';
  amount: Cents;
  reason: string;
  created_at: string | Date;
  seller_name: string;
  approved_by: string | null;
};

const movementColumns = sql`id, box_id AS box, kind, amount_cents AS amount, reason, created_at,
  made_by_name AS seller_name, approved_by_name AS approved_by`;

const boxes = sql<BoxRow>`
  SELECT id, seller_id, seller_name, opened_at, day, float_cents AS float,
    ${lastCountBefore('cash_boxes')} AS last_count,
    day < (now() AT TIME ZONE ${SHOP_TIME_ZONE})::date AS left_open,
    short_at IS NOT NULL AS short, counted_at IS NOT NULL AS counted, closed_at IS NOT NULL AS closed,
    (SELECT coalesce(json_agg(m ORDER BY m.id), '[]')
      FROM (SELECT ${movementColumns} FROM cash_movements WHERE box_id = cash_boxes.id) AS m) AS movements,
    (SELECT json_agg(DISTINCT method_name) FROM (
      SELECT name AS method_name FROM payment_methods WHERE deleted_at IS NULL
      UNION ALL
      SELECT method_name FROM money_lines
      WHERE box_id = cash_boxes.id AND NOT deleted AND method_id IS NOT NULL) AS named
      WHERE (SELECT count_every_method FROM settings)) AS methods,
    (SELECT json_agg(json_build_object('method', method_name, 'expected', expected_cents,
        'counted', counted_cents) ORDER BY line)
      FROM box_counts WHERE box_id = cash_boxes.id) AS counts
  FROM cash_boxes`;

/** The boxes that have not closed, of one seller or of all; oldest first. */
export async function boxesNotClosed(db: Db, sellerId?: number): Promise<BoxRow[]> {
  const own = sellerId === undefined ? sql`` : sql`AND seller_id = ${sellerId}`;
  return rowsOf<BoxRow>(db)`
    ${boxes} WHERE closed_at IS NULL ${own} ORDER BY opened_at, id`;
}

export async function findBox(db: Db, id: number): Promise<BoxRow | undefined> {
  return rowOf<BoxRow>(db)`${boxes} WHERE id = ${id}`;
}

export async function readBoxRow(db: Db, id: number): Promise<BoxRow> {
  const box = await findBox(db, id);
  if (!box) throw new Error(`There is no box ${id}`);
  return box;
}

/**
 * What is sold, put right or moved in a box shares this lock or waits for it. The box is read after it, in
 * another statement, because one that has waited does not see what others did meanwhile. Without an id it is
 * the seller's box that has not closed.
 */
export async function lockBox(
  tx: Tx,
  of: { id: number; sellerId?: number } | { id?: undefined; sellerId: number },
): Promise<BoxRow | undefined> {
  let box = tx.selectFrom('cash_boxes').select('id').forUpdate();
  box = of.id === undefined ? box.where('closed_at', 'is', null) : box.where('id', '=', of.id);
  if (of.sellerId !== undefined) box = box.where('seller_id', '=', of.sellerId);
  const locked = await box.executeTakeFirst();
  return locked && readBoxRow(tx, locked.id);
}

/** Throws a violation of one_open_box. */
export async function insertBox(tx: Tx, box: Insertable<Tables['cash_boxes']>): Promise<number> {
  const inserted = tx.insertInto('cash_boxes').values(box).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/** The seller's last closed box: its counted cash, and whether it was closed today. */
export function lastClosedBox(db: Db, sellerId: number) {
  return db
    .selectFrom('cash_boxes')
    .innerJoin('box_counts', 'box_id', 'id')
    .select([
      'id',
      'counted_cents as cash',
      sql<boolean>`(closed_at AT TIME ZONE ${SHOP_TIME_ZONE})::date
        = (now() AT TIME ZONE ${SHOP_TIME_ZONE})::date`.as('today'),
    ])
    .where('seller_id', '=', sellerId)
    .where('closed_at', 'is not', null)
    .where('line', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The names of the shop's payment methods. */
export async function methodNames(db: Db): Promise<string[]> {
  const methods = db.selectFrom('payment_methods').select('name').where('deleted_at', 'is', null);
  return (await methods.execute()).map(({ name }) => name);
}

export async function findMovement(tx: Tx, id: number): Promise<CashMovementRow> {
  return oneOf<CashMovementRow>(tx)`
    SELECT ${movementColumns} FROM cash_movements WHERE id = ${id}`;
}

/** Returns its id. */
export async function insertMovement(
  tx: Tx,
  movement: Insertable<Tables['cash_movements']>,
): Promise<number> {
  const inserted = tx.insertInto('cash_movements').values(movement).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export async function markShort(tx: Tx, id: number): Promise<void> {
  const short_at = sql<Date>`now()`;
  await tx.updateTable('cash_boxes').set({ short_at }).where('id', '=', id).execute();
}

/** The time is taken after the lock: what is deleted from the box later has a later one. */
export async function insertCount(
  tx: Tx,
  count: { box: number; by: number; notes: string | null; lines: readonly CountLine[] },
): Promise<void> {
  const counted_at = sql<Date>`clock_timestamp()`;
  await tx
    .updateTable('cash_boxes')
    .set({ counted_at, counted_by: count.by, notes: count.notes })
    .where('id', '=', count.box)
    .execute();
  await tx
    .insertInto('box_counts')
    .values(
      count.lines.map(({ method, expected, counted }, index) => ({
        box_id: count.box,
        line: index + 1,
        method_name: method,
        expected_cents: expected,
        counted_cents: counted,
      })),
    )
    .execute();
}

export async function markClosed(
  tx: Tx,
  id: number,
  settled: { reason: string; approver: { id: number; name: string } } | null,
): Promise<void> {
  const { reason, approver } = settled ?? {};
  await tx
    .updateTable('cash_boxes')
    .set({
      closed_at: sql<Date>`now()`,
      ...(reason && { reason }),
      ...(approver && { approved_by: approver.id, approved_by_name: approver.name }),
    })
    .where('id', '=', id)
    .execute();
}
