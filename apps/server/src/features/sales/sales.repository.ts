import { type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
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
      INSERT INTO audit_events (actor_id, actor_name, action, subject_id, after)
      SELECT $4, $5, 'sale.created', sale.id, $20::jsonb FROM sale
    )
    SELECT id, created_at AS "createdAt" FROM sale`,
};

/** Writes the sale; undefined when its key has a sale already. Throws what the database throws. */
export async function insertSale(
  pool: pg.Pool,
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

/** The sale of a key and the hash of what asked for it, deleted or not. */
export async function findSaleByKey(
  db: Db,
  key: string,
): Promise<{ id: number; requestHash: Buffer } | undefined> {
  return db
    .selectFrom('sales')
    .select(['id', 'request_hash as requestHash'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/**
 * Commits a small logged write. On a replicated cluster its commit waits for the replica, and so for
 * everything before it: only then may an earlier sale be acknowledged again.
 */
export async function awaitReplication(db: Db): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'balcao', 'replay')`.execute(db);
}

/** The sales of these ids, whole, in the order of the ids; those that do not exist are left out. */
export async function loadSales(db: Db, ids: readonly number[]): Promise<StoredSale[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('sales as s')
    .selectAll('s')
    .select([
      sql<StoredItem[]>`(
        SELECT json_agg(json_build_object(
          'product', json_build_object('id', product_id, 'code', product_code,
            'name', product_name, 'unitPrice', unit_price_cents),
          'quantity', quantity, 'discountPercent', discount_hundredths,
          'subtotal', subtotal_cents, 'discount', discount_cents, 'total', total_cents)
          ORDER BY line)
        FROM sale_items WHERE sale_id = s.id)`.as('items'),
      sql<StoredPayment[]>`(
        SELECT coalesce(json_agg(json_build_object(
          'line', line, 'methodId', payment_method_id, 'method', method_name,
          'amount', amount_cents, 'net', net_cents) ORDER BY line), '[]')
        FROM sale_payments WHERE sale_id = s.id)`.as('payments'),
    ])
    .where('s.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [storedSale(row)] : [];
  });
}

type SaleRow = Selectable<Tables['sales']> & { items: StoredItem[]; payments: StoredPayment[] };

function storedSale(row: SaleRow): StoredSale {
  return {
    id: row.id,
    createdAt: row.created_at,
    seller: { id: row.seller_id, name: row.seller_name },
    client: { id: row.client_id, name: row.client_name, cpf: row.client_cpf },
    student:
      row.student_id === null
        ? null
        : {
            id: row.student_id,
            name: row.student_name ?? '',
            registration: row.student_registration ?? '',
          },
    subtotal: row.subtotal_cents,
    total: row.total_cents,
    generalDiscount: row.general_discount_cents,
    totalGeneral: row.total_general_cents,
    paid: row.paid_cents,
    change: row.change_cents,
    items: row.items,
    payments: row.payments,
  };
}
