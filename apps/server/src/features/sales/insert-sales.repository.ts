import { changeNotFromCash } from '@balcao/domain/net-payments.ts';
import type pg from 'pg';
import type { StoredSale } from './sale-record.ts';

export type SaleToInsert = Omit<StoredSale, 'id' | 'createdAt'> & {
  /** In lower case. */
  idempotencyKey: string;
  requestHash: Buffer;
  /** Default: now, by the database's clock. Sample shops and tests sell in the past. */
  createdAt?: Date;
};

export type InsertedSale = { id: number; createdAt: Date };

/**
 * Inserts whole sales and their audit rows in one statement: one transaction, one round trip. A sale whose
 * key already exists leaves no row anywhere. The order of keys prevents deadlocks between two statements
 * that hold the same keys.
 */
const INSERT = {
  name: 'insert-sales',
  text: `
    WITH requested AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json) AS sale (
        "idempotencyKey" uuid, "requestHash" bytea, "createdAt" timestamptz, seller json, client json,
        student json, subtotal integer, total integer, "generalDiscount" integer,
        "totalGeneral" integer, paid integer, change integer, items json, payments json, audit jsonb)
    ), sale AS (
      INSERT INTO sales (
        idempotency_key, request_hash, created_at, seller_id, seller_name, client_id, client_name,
        client_cpf, student_id, student_name, student_registration, subtotal_cents, total_cents,
        general_discount_cents, total_general_cents, paid_cents, change_cents)
      SELECT "idempotencyKey", "requestHash", coalesce("createdAt", now()), (seller->>'id')::integer,
        seller->>'name', (client->>'id')::integer, client->>'name', client->>'cpf',
        (student->>'id')::integer, student->>'name', student->>'registration', subtotal, total,
        "generalDiscount", "totalGeneral", paid, change
      FROM requested ORDER BY "idempotencyKey"
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id, idempotency_key, created_at
    ), made AS (
      SELECT id, requested.* FROM sale JOIN requested ON "idempotencyKey" = idempotency_key
    ), items AS (
      INSERT INTO sale_items (
        sale_id, line, product_id, product_code, product_name, unit_price_cents, quantity,
        subtotal_cents, discount_hundredths, discount_cents, total_cents)
      SELECT made.id, line, (product->>'id')::integer, product->>'code', product->>'name',
        (product->>'unitPrice')::integer, quantity, item.subtotal, hundredths, discount, item.total
      FROM made, ROWS FROM (json_to_recordset(made.items) AS (
        product json, quantity integer, "discountPercent" integer, subtotal integer, discount integer,
        total integer)
      ) WITH ORDINALITY AS item (product, quantity, hundredths, subtotal, discount, total, line)
    ), payments AS (
      INSERT INTO sale_payments (
        sale_id, line, payment_method_id, method_name, amount_cents, net_cents)
      SELECT made.id, payment.* FROM made, json_to_recordset(made.payments) AS payment (
        line smallint, "methodId" integer, method text, amount integer, net integer)
    ), audit AS (
      INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, after)
      SELECT coalesce("createdAt", clock_timestamp()), (seller->>'id')::integer, seller->>'name',
        'sale.created', id, audit FROM made
    )
    SELECT idempotency_key AS key, id, created_at AS "createdAt" FROM sale`,
};

/**
 * Writes all sales or none. The results are in the order of the sales; undefined for a sale whose key
 * already exists, in the database or earlier in `sales`. Throws the database's error; if the database is
 * away, the sales may have been written nevertheless.
 */
export async function insertSales(
  pool: Pick<pg.Pool, 'query'>,
  sales: readonly SaleToInsert[],
): Promise<(InsertedSale | undefined)[]> {
  const firstOf = new Map<string, SaleToInsert>();
  for (const sale of sales) {
    if (!firstOf.has(sale.idempotencyKey)) firstOf.set(sale.idempotencyKey, sale);
  }
  const rowsToInsert = Array.from(firstOf.values(), (sale) => ({
    ...sale,
    requestHash: `\\x${sale.requestHash.toString('hex')}`,
    audit: auditOf(sale),
  }));
  const { rows } = await pool.query<InsertedSale & { key: string }>({
    ...INSERT,
    values: [JSON.stringify(rowsToInsert)],
  });
  const made = new Map(rows.map(({ key, id, createdAt }) => [key, { id, createdAt }]));
  return sales.map((sale) => {
    const { idempotencyKey: key } = sale;
    return firstOf.get(key) === sale ? made.get(key) : undefined;
  });
}

/** Only figures: no CPF or client's name belongs in the audit. */
function auditOf(sale: SaleToInsert) {
  const notCash = changeNotFromCash(sale.payments);
  return {
    subtotal_cents: sale.subtotal,
    item_discounts_cents: sale.subtotal - sale.total,
    general_discount_cents: sale.generalDiscount,
    total_general_cents: sale.totalGeneral,
    paid_cents: sale.paid,
    change_cents: sale.change,
    ...(notCash > 0 && { change_not_cash_cents: notCash }),
    items: sale.items.length,
    payments: sale.payments.map(({ method, amount }) => ({ method, cents: amount })),
  };
}
