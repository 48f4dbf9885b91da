import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/connection.ts';
import { rowsOf } from '../database/rows.ts';

/** The moments of deletions, by their sale, and of closings. The first one of a closing counts: later ones found it. */
export class Past {
  readonly deletions = new Map<number, Date>();
  readonly closings = new Map<number, Date>();

  closed(id: number, at: Date): void {
    if (!this.closings.has(id)) this.closings.set(id, at);
  }
}

/**
 * Runs work that records, as anybody does, what happened on days that are over, and then moves it there. The work
 * itself moves sales and corrections (DATE_SALES), because closings add up their day. It needs the owner of the
 * database, and a transaction, in which nothing has a seal yet.
 */
export async function recordPast<T>(tx: Tx, work: (past: Past) => Promise<T>): Promise<T> {
  const past = new Past();
  // At the commit, a sale as it was inserted would be of another day than its items, which have been moved.
  await sql`SET CONSTRAINTS sale_adds_up IMMEDIATE`.execute(tx);
  const putBack = await setBoxesAside(tx);
  const done = await work(past);
  await putBack();
  await sql`
    UPDATE sales SET deleted_at = at FROM ${moments(past.deletions)} WHERE sales.id = moment.id`.execute(
    tx,
  );
  await sql`
    UPDATE closings SET closed_at = at FROM ${moments(past.closings)} WHERE closings.id = moment.id`.execute(
    tx,
  );
  await dateAudit(tx);
  return done;
}

const moments = (of: Map<number, Date>) =>
  sql`unnest(${[...of.keys()]}::integer[], ${[...of.values()]}::timestamptz[]) AS moment (id, at)`;

/**
 * Somebody may have tried counted boxes in the sample shop. What is recorded now finds the simple setting, or a box
 * that seems to be of today, and is in no box once it has been moved. Returns what puts both back.
 */
async function setBoxesAside(tx: Tx): Promise<() => Promise<void>> {
  const { cash_box } = await tx.selectFrom('settings').select('cash_box').executeTakeFirstOrThrow();
  const boxes = await rowsOf<{ id: number; opened: string }>(tx)`
    SELECT id, opened_at::text AS opened FROM cash_boxes WHERE closed_at IS NULL AND counted_at IS NULL`;
  const open = (id: number, at: RawBuilder<Date>) =>
    tx.updateTable('cash_boxes').set({ opened_at: at }).where('id', '=', id).execute();
  await tx.updateTable('settings').set({ cash_box: 'simple' }).execute();
  for (const { id } of boxes) await open(id, sql<Date>`now()`);
  return async () => {
    await tx.updateTable('settings').set({ cash_box }).execute();
    for (const { id, opened } of boxes) await open(id, sql<Date>`${opened}::timestamptz`);
  };
}

/** Puts what the seller of a box sold and put right on its day, and is in no box, into it. */
export async function putInBox(tx: Tx, id: number): Promise<void> {
  await sql`
    UPDATE sales SET box_id = box.id FROM cash_boxes box
    WHERE box.id = ${id} AND sales.seller_id = box.seller_id AND business_day = day AND box_id IS NULL`.execute(
    tx,
  );
  await sql`
    UPDATE corrections SET box_id = box.id FROM cash_boxes box
    WHERE box.id = ${id} AND made_by = box.seller_id AND business_day = day AND box_id IS NULL`.execute(
    tx,
  );
}

/** A trigger refuses any change of a counted box. */
export async function dateBox(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`ALTER TABLE cash_boxes DISABLE TRIGGER count_stays`.execute(tx);
  await tx
    .updateTable('cash_boxes')
    .set({ counted_at: at, closed_at: at })
    .where('id', '=', id)
    .execute();
  await sql`ALTER TABLE cash_boxes ENABLE TRIGGER count_stays`.execute(tx);
}

/** In one statement, because each line refers to the moment of its movement. */
export async function dateMovement(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    WITH lines AS (UPDATE stock_movement_lines SET created_at = ${at} WHERE movement_id = ${id})
    UPDATE stock_movements SET created_at = ${at} WHERE id = ${id}`.execute(tx);
}

/** Each audit event of this transaction gets the moment of the row that it tells of. A trigger refuses any change of one. */
async function dateAudit(tx: Tx): Promise<void> {
  await sql`ALTER TABLE audit_events DISABLE TRIGGER audit_rows_stay`.execute(tx);
  await sql`
    UPDATE audit_events SET at = told.at
    FROM (
      SELECT 'sale.created' AS action, id, created_at AS at FROM sales
      UNION ALL SELECT 'sale.deleted', id, deleted_at FROM sales WHERE deleted_at IS NOT NULL
      UNION ALL SELECT CASE kind WHEN 'refund' THEN 'sale.refunded' WHEN 'exchange' THEN 'sale.exchanged'
        ELSE 'sale.payments_corrected' END, sale_id, created_at FROM corrections
      UNION ALL SELECT 'box.closed', id, closed_at FROM closings
      UNION ALL SELECT 'box.opened', id, opened_at FROM cash_boxes
      UNION ALL SELECT 'box.counted', id, counted_at FROM cash_boxes
      UNION ALL SELECT CASE kind WHEN 'delivery' THEN 'stock.delivered' ELSE 'stock.adjusted' END, id, created_at
        FROM stock_movements
      UNION ALL SELECT 'user.created', id, created_at FROM users
      UNION ALL SELECT 'payment_method.created', id, created_at FROM payment_methods
      UNION ALL SELECT 'product.created', id, created_at FROM products
      UNION ALL SELECT 'client.created', id, created_at FROM clients
      UNION ALL SELECT 'student.created', id, created_at FROM students) AS told (action, id, at)
    WHERE audit_events.action = told.action AND subject_id = told.id
      AND audit_events.at >= now() AND xmin = pg_current_xact_id()::xid`.execute(tx);
  await sql`ALTER TABLE audit_events ENABLE TRIGGER audit_rows_stay`.execute(tx);
}
