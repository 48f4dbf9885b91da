import type pg from 'pg';
import type { StoredItem, StoredPayment, StoredSale } from './sale-record.ts';

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
        key uuid, hash bytea, at timestamptz, seller_id integer, seller text, client_id integer,
        client text, cpf text, student_id integer, student text, registration text, subtotal integer,
        total integer, discount integer, total_general integer, paid integer, change integer,
        items json, payments json, audit jsonb)
    ), sale AS (
      INSERT INTO sales (
        idempotency_key, request_hash, created_at, seller_id, seller_name, client_id, client_name,
        client_cpf, student_id, student_name, student_registration, subtotal_cents, total_cents,
        general_discount_cents, total_general_cents, paid_cents, change_cents)
      SELECT key, hash, coalesce(at, now()), seller_id, seller, client_id, client, cpf, student_id,
        student, registration, subtotal, total, discount, total_general, paid, change
      FROM requested ORDER BY key
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id, idempotency_key AS key, created_at
    ), made AS (
      SELECT sale.id, requested.* FROM sale JOIN requested USING (key)
    ), items AS (
      INSERT INTO sale_items (
        sale_id, line, product_id, product_code, product_name, unit_price_cents, quantity,
        subtotal_cents, discount_hundredths, discount_cents, total_cents)
      SELECT made.id, line.* FROM made, json_to_recordset(made.items) AS line (
        line smallint, product_id integer, code text, name text, price integer, quantity integer,
        subtotal integer, hundredths integer, discount integer, total integer)
    ), payments AS (
      INSERT INTO sale_payments (
        sale_id, line, payment_method_id, method_name, amount_cents, net_cents)
      SELECT made.id, line.* FROM made, json_to_recordset(made.payments) AS line (
        line smallint, method_id integer, name text, amount integer, net integer)
    ), audit AS (
      INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, after)
      SELECT coalesce(at, clock_timestamp()), seller_id, seller, 'sale.created', id, audit FROM made
    )
    SELECT key, id, created_at AS "createdAt" FROM sale`,
};

/**
 * Writes all sales or none. The results are in the order of the sales; undefined for a sale whose key
 * already exists, also when an earlier one of these has it. Throws the database's error; if the database is
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
  const { rows } = await pool.query<InsertedSale & { key: string }>({
    ...INSERT,
    values: [JSON.stringify(Array.from(firstOf.values(), saleRow))],
  });
  const made = new Map(rows.map(({ key, id, createdAt }) => [key, { id, createdAt }]));
  return sales.map((sale) => {
    const { idempotencyKey: key } = sale;
    return firstOf.get(key) === sale ? made.get(key) : undefined;
  });
}

function saleRow(sale: SaleToInsert) {
  const { seller, client, student } = sale;
  return {
    key: sale.idempotencyKey,
    hash: `\\x${sale.requestHash.toString('hex')}`,
    at: sale.createdAt,
    seller_id: seller.id,
    seller: seller.name,
    client_id: client.id,
    client: client.name,
    cpf: client.cpf,
    student_id: student?.id,
    student: student?.name,
    registration: student?.registration,
    subtotal: sale.subtotal,
    total: sale.total,
    discount: sale.generalDiscount,
    total_general: sale.totalGeneral,
    paid: sale.paid,
    change: sale.change,
    items: sale.items.map(itemRow),
    payments: sale.payments.map(paymentRow),
    audit: auditOf(sale),
  };
}

function itemRow(item: StoredItem, index: number) {
  return {
    line: index + 1,
    product_id: item.product.id,
    code: item.product.code,
    name: item.product.name,
    price: item.product.unitPrice,
    quantity: item.quantity,
    subtotal: item.subtotal,
    hundredths: item.discountPercent,
    discount: item.discount,
    total: item.total,
  };
}

function paymentRow({ line, methodId, method, amount, net }: StoredPayment) {
  return { line, method_id: methodId, name: method, amount, net };
}

/** Only figures: no CPF or client's name belongs into the audit. */
function auditOf(sale: SaleToInsert) {
  return {
    subtotal_cents: sale.subtotal,
    item_discounts_cents: sale.subtotal - sale.total,
    general_discount_cents: sale.generalDiscount,
    total_general_cents: sale.totalGeneral,
    paid_cents: sale.paid,
    change_cents: sale.change,
    items: sale.items.length,
    payments: sale.payments.map(({ method, amount }) => ({ method, cents: amount })),
  };
}
