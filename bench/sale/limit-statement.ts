import { aSale } from '@balcao/server/src/testing/builders.ts';
import type { Statement } from './limit-load.ts';

/**
 * One sale a statement: all its rows, its values ready, without a check of the key. The server's own
 * statement inserts several sales at once.
 */
const INSERT = {
  name: 'limit',
  text: `
    WITH sale AS (
      INSERT INTO sales (
        idempotency_key, request_hash, seller_id, seller_name, client_id, client_name, client_cpf,
        subtotal_cents, total_cents, general_discount_cents, total_general_cents, paid_cents,
        change_cents)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      RETURNING id, business_day
    ), items AS (
      INSERT INTO sale_items (
        sale_id, business_day, line, product_id, product_code, product_name, unit_price_cents, quantity,
        subtotal_cents, discount_hundredths, discount_cents, total_cents, net_cents)
      SELECT sale.id, business_day, line.*, line.total FROM sale, json_to_recordset($14::json) AS line (
        line smallint, product_id integer, code text, name text, price integer, quantity integer,
        subtotal integer, hundredths integer, discount integer, total integer)
    ), payments AS (
      INSERT INTO sale_payments (
        sale_id, business_day, line, payment_method_id, method_name, amount_cents, net_cents)
      SELECT sale.id, business_day, line.* FROM sale, json_to_recordset($15::json) AS line (
        line smallint, method_id integer, name text, amount integer, net integer)
    ), audit AS (
      INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, after)
      SELECT clock_timestamp(), $3, $4, 'sale.created', sale.id, $16::jsonb FROM sale
    )
    SELECT id FROM sale`,
};

/** The values that the server would insert; the first is the key. */
export async function limitStatement(sale: Parameters<typeof aSale>[1]): Promise<Statement> {
  let key = '';
  let audit: unknown;
  const query = async ({ values: [json] }: { values: [string] }) => {
    const [row] = JSON.parse(json);
    key = row.idempotencyKey;
    audit = row.audit;
    return { rows: [{ key, id: 0, createdAt: new Date(0) }] };
  };
  const made = await aSale({ query } as unknown as Parameters<typeof aSale>[0], sale);
  const { seller, client, subtotal, total, generalDiscount, totalGeneral, paid, change } = made;
  const items = made.items.map(({ product, discountPercent, ...item }, index) => ({
    ...item,
    line: index + 1,
    product_id: product.id,
    code: product.code,
    name: product.name,
    price: product.unitPrice,
    hundredths: discountPercent,
  }));
  const payments = made.payments.map(({ line, methodId, method, amount, net }) => ({
    line,
    method_id: methodId,
    name: method,
    amount,
    net,
  }));
  const columns = [seller.id, seller.name, client.id, client.name, client.cpf, subtotal, total];
  const sums = [generalDiscount, totalGeneral, paid, change];
  const json = [items, payments, audit].map((value) => JSON.stringify(value));
  return { ...INSERT, values: [key, Buffer.alloc(32), ...columns, ...sums, ...json] };
}
