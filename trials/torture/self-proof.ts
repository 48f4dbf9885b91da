import type { Connection } from '@balcao/server/src/database/connection.ts';
import { sql } from 'kysely';
import { checkIn, troublesOf } from './check-books.ts';
import type { Ledger, Records } from './ledger.ts';

/**
 * Changes the books in ways that keep every invariant, so that only the client's list can show them.
 * Returns the troubles that are found after each change. Everything is rolled back.
 */
export async function spoilAndCheck(
  { db }: Pick<Connection, 'db'>,
  ledger: Ledger,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, change] of Object.entries(changes(ledger, await openSale(db, ledger)))) {
    const tx = await db.startTransaction().execute();
    try {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await change.execute(tx);
      found[name] = troublesOf(await checkIn(tx, ledger));
    } finally {
      await tx.rollback().execute();
    }
  }
  return found;
}

/** The newest sale that is in no closing and has no correction: they would reveal its loss. */
async function openSale(db: Connection['db'], ledger: Ledger): Promise<number> {
  const kept = ledger.sales.filter((sale) => !ledger.deletions.has(sale));
  const { rows } = await sql<{ id: number }>`
    SELECT max(s.id) AS id FROM sales s
    WHERE s.id = ANY (${kept}) AND NOT EXISTS (SELECT FROM closing_sales c WHERE c.sale_id = s.id)
      AND NOT EXISTS (SELECT FROM corrections WHERE s.id IN (sale_id, exchange_sale_id))
  `.execute(db);
  return rows[0]?.id ?? 0;
}

const acknowledged = ({ entries }: Records) =>
  [...entries].filter(([, made]) => made).map(([key]) => key);

const deletions = (ledger: Ledger) =>
  [...ledger.deletions].filter(([, is]) => is === 'acknowledged').map(([id]) => id);

function changes(ledger: Ledger, sale: number) {
  // The newest version: without an older one the numbers have a gap, which an invariant finds.
  const closed = sql`(
    SELECT max(c.id) FROM closings c
    WHERE c.id = ANY (${ledger.closings.map((closing) => closing.id)}) AND c.box_id IS NULL
      AND NOT EXISTS (
        SELECT FROM closings n
        WHERE (n.seller_id, n.day) = (c.seller_id, c.day) AND n.version > c.version
          AND n.box_id IS NULL))`;
  const correction = sql`(
    SELECT max(id) FROM corrections c WHERE kind <> 'exchange'
      AND idempotency_key = ANY (${acknowledged(ledger.corrections)}::uuid[])
      AND NOT EXISTS (SELECT FROM closing_corrections WHERE correction_id = c.id)
      AND NOT EXISTS (SELECT FROM corrections later WHERE later.sale_id = c.sale_id AND later.id > c.id))`;
  const movement = sql`(
    SELECT max(m.id) FROM cash_movements m JOIN cash_boxes b ON b.id = m.box_id
    WHERE b.counted_at IS NULL
      AND m.idempotency_key = ANY (${acknowledged(ledger.movements)}::uuid[]))`;
  // The sums of a counted box would reveal it.
  const deleted = sql`(
    SELECT max(s.id) FROM sales s LEFT JOIN cash_boxes b ON b.id = s.box_id
    WHERE b.counted_at IS NULL AND s.id = ANY (${deletions(ledger)}))`;
  const id = sql.lit(sale);
  return {
    'a sale vanishes whole': sql`
      WITH audit AS (DELETE FROM audit_events WHERE subject_id = ${id} AND action = 'sale.created'),
        items AS (DELETE FROM sale_items WHERE sale_id = ${id}),
        payments AS (DELETE FROM sale_payments WHERE sale_id = ${id})
      DELETE FROM sales WHERE id = ${id}`,
    'a sale is there twice': sql`
      DO $$ DECLARE copy sales; doubled integer; BEGIN
        SELECT * INTO copy FROM sales WHERE id = ${id};
        INSERT INTO sales (idempotency_key, request_hash, seller_id, seller_name, client_id,
          client_name, client_cpf, subtotal_cents, total_cents, general_discount_cents,
          total_general_cents, paid_cents, change_cents)
        VALUES (gen_random_uuid(), copy.request_hash, copy.seller_id, copy.seller_name, copy.client_id,
          copy.client_name, copy.client_cpf, copy.subtotal_cents, copy.total_cents,
          copy.general_discount_cents, copy.total_general_cents, copy.paid_cents, copy.change_cents)
        RETURNING id INTO doubled;
        INSERT INTO sale_items SELECT (jsonb_populate_record(i, jsonb_build_object('sale_id', doubled,
          'business_day', (SELECT business_day FROM sales WHERE id = doubled)))).*
          FROM sale_items i WHERE sale_id = ${id};
        INSERT INTO sale_payments SELECT (jsonb_populate_record(p, jsonb_build_object('sale_id', doubled,
          'business_day', (SELECT business_day FROM sales WHERE id = doubled)))).*
          FROM sale_payments p WHERE sale_id = ${id};
        INSERT INTO audit_events (actor_id, action, subject_id, after)
          SELECT actor_id, action, doubled, after FROM audit_events
          WHERE action = 'sale.created' AND subject_id = ${id};
      END $$`,
    'a sale is deleted without a request': sql`
      WITH audit AS (INSERT INTO audit_events (actor_id, action, subject_id)
        SELECT seller_id, 'sale.deleted', id FROM sales WHERE id = ${id})
      UPDATE sales SET deleted_at = now(), deleted_by = seller_id WHERE id = ${id}`,
    'a deletion is undone': sql`
      WITH audit AS (
        DELETE FROM audit_events WHERE subject_id = ${deleted} AND action = 'sale.deleted')
      UPDATE sales SET deleted_at = NULL, deleted_by = NULL WHERE id = ${deleted}`,
    'a correction vanishes whole': sql`
      WITH audit AS (DELETE FROM audit_events
          WHERE subject_id = (SELECT sale_id FROM corrections WHERE id = ${correction})
            AND action IN ('sale.refunded', 'sale.payments_corrected')
            AND (after ->> 'correction')::integer = ${correction}),
        items AS (DELETE FROM correction_items WHERE correction_id = ${correction}),
        payments AS (DELETE FROM correction_payments WHERE correction_id = ${correction})
      DELETE FROM corrections WHERE id = ${correction}`,
    'a movement of cash vanishes whole': sql`
      WITH audit AS (DELETE FROM audit_events
        WHERE action IN ('box.supplied', 'box.withdrawn') AND (after ->> 'movement')::integer = ${movement})
      DELETE FROM cash_movements WHERE id = ${movement}`,
    'a reading of a count vanishes': sql`
      DELETE FROM stock_count_lines WHERE id = (
        SELECT max(id) FROM stock_count_lines
        WHERE key = ANY (${acknowledged(ledger.readings)}::uuid[]))`,
    'a listed paper vanishes': sql`
      DELETE FROM kept_sales WHERE idempotency_key = ANY (${[...ledger.listed]}::uuid[])`,
    'the newest closing vanishes whole': sql`
      WITH audit AS (DELETE FROM audit_events WHERE subject_id = ${closed} AND action = 'box.closed'),
        sold AS (DELETE FROM closing_sales WHERE closing_id = ${closed}),
        corrected AS (DELETE FROM closing_corrections WHERE closing_id = ${closed}),
        payments AS (DELETE FROM closing_payments WHERE closing_id = ${closed})
      DELETE FROM closings WHERE id = ${closed}`,
  };
}
