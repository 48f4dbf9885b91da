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
      RETURNING id
    ), items AS (
      INSERT INTO sale_items (
        sale_id, line, product_id, product_code, product_name, unit_price_cents, quantity,
        subtotal_cents, discount_hundredths, discount_cents, total_cents)
      SELECT sale.id, line.* FROM sale, json_to_recordset($14::json) AS line (
        line smallint, product_id integer, code text, name text, price integer, quantity integer,
        subtotal integer, hundredths integer, discount integer, total integer)
    ), payments AS (
      INSERT INTO sale_payments (
        sale_id, line, payment_method_id, method_name, amount_cents, net_cents)
      SELECT sale.id, line.* FROM sale, json_to_recordset($15::json) AS line (
        line smallint, method_id integer, name text, amount integer, net integer)
    ), audit AS (
      INSERT INTO audit_events (at, actor_id, actor_name, action, subject_id, after)
      SELECT clock_timestamp(), $3, $4, 'sale.created', sale.id, $16::jsonb FROM sale
    )
    SELECT id FROM sale`,
};

/** The values that the server would insert; the first is the key. */
export async function limitStatement(sale: Parameters<typeof aSale>[1]): Promise<Statement> {
  const rows: Record<string, unknown>[] = [];
  const query = async ({ values: [json] }: { values: [string] }) => {
    rows.push(...JSON.parse(json));
    return { rows: rows.map(({ key }) => ({ key, id: 0, createdAt: new Date(0) })) };
  };
  await aSale({ query } as unknown as Parameters<typeof aSale>[0], sale);
  const [row = {}] = rows;
  const columns = ['seller_id', 'seller', 'client_id', 'client', 'cpf', 'subtotal', 'total'];
  const sums = ['discount', 'total_general', 'paid', 'change'];
  const values = [
    row.key,
    Buffer.alloc(32),
    ...[...columns, ...sums].map((name) => row[name]),
    ...['items', 'payments', 'audit'].map((name) => JSON.stringify(row[name])),
  ];
  return { ...INSERT, values };
}
