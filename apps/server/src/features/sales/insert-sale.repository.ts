import type pg from 'pg';
import type { StoredItem, StoredPayment, StoredSale } from './sale-record.ts';

export type SaleToInsert = Omit<StoredSale, 'id' | 'createdAt'> & {
  idempotencyKey: string;
  requestHash: Buffer;
  /** Unset: now, by the database's clock. Sample shops and tests sell in the past. */
  createdAt?: Date;
};

/**
 * The whole sale and its audit row in one statement, which is one transaction and one round trip.
 * Nothing at all is written when the key is there already: `sale` is empty then, and with it the rest.
 */
const INSERT = {
  name: 'insert-sale',
  text: `
    WITH sale AS (
      INSERT INTO sales (
        idempotency_key, request_hash, created_at, seller_id, seller_name, client_id, client_name,
        client_cpf, student_id, student_name, student_registration, subtotal_cents, total_cents,
        general_discount_cents, total_general_cents, paid_cents, change_cents)
      VALUES ($1, $2, coalesce($3, now()), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      ON CONFLICT (idempotency_key) DO NOTHING
      RETURNING id, created_at
    ), items AS (
      INSERT INTO sale_items (
        sale_id, line, product_id, product_code, product_name, unit_price_cents, quantity,
        subtotal_cents, discount_hundredths, discount_cents, total_cents)
      SELECT sale.id, line.* FROM sale, json_to_recordset($18::json) AS line (
        line smallint, product_id integer, code text, name text, price integer, quantity integer,
        subtotal integer, hundredths integer, discount integer, total integer)
    ), payments AS (
      INSERT INTO sale_payments (
        sale_id, line, payment_method_id, method_name, amount_cents, net_cents)
      SELECT sale.id, line.* FROM sale, json_to_recordset($19::json) AS line (
        line smallint, method_id integer, name text, amount integer, net integer)
    ), audit AS (
      INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, after)
      SELECT coalesce($3, clock_timestamp()), $4, $5, 'sale.created', sale.id, $20::jsonb FROM sale
    )
    SELECT id, created_at AS "createdAt" FROM sale`,
};

/** Writes the sale; undefined when its key has a sale already. Throws what the database throws. */
export async function insertSale(
  pool: Pick<pg.Pool, 'query'>,
  sale: SaleToInsert,
): Promise<{ id: number; createdAt: Date } | undefined> {
  const { rows } = await pool.query({
    ...INSERT,
    values: [
      sale.idempotencyKey,
      sale.requestHash,
      sale.createdAt ?? null,
      sale.seller.id,
      sale.seller.name,
      sale.client.id,
      sale.client.name,
      sale.client.cpf,
      sale.student?.id ?? null,
      sale.student?.name ?? null,
      sale.student?.registration ?? null,
      sale.subtotal,
      sale.total,
      sale.generalDiscount,
      sale.totalGeneral,
      sale.paid,
      sale.change,
      JSON.stringify(sale.items.map(itemRow)),
      JSON.stringify(sale.payments.map(paymentRow)),
      JSON.stringify(auditOf(sale)),
    ],
  });
  return rows[0];
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

/** The figures alone: who bought is in the sale, and no CPF or name belongs into the audit. */
function auditOf(sale: SaleToInsert) {
  return {
    total_general_cents: sale.totalGeneral,
    paid_cents: sale.paid,
    change_cents: sale.change,
    items: sale.items.length,
    payments: sale.payments.map(({ method, amount }) => ({ method, cents: amount })),
  };
}
