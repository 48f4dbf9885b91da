import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import type { StoredItem, StoredPayment, StoredSale } from './sale-record.ts';

/** The sale of a key, and the hash of its request. */
export async function findSaleByKey(
  db: Db,
  key: string,
): Promise<{ sale: StoredSale; requestHash: Buffer; deleted: boolean } | undefined> {
  const { rows } = await sql<SaleRow>`
    SELECT s.*, ${lines} FROM sales s WHERE s.idempotency_key = ${key}`.execute(db);
  const [row] = rows;
  return (
    row && {
      sale: storedSale(row),
      requestHash: row.request_hash,
      deleted: row.deleted_at !== null,
    }
  );
}

/** SQL for the lines of a sale `s`, as JSON in the shapes of a StoredSale. */
export const SALE_LINES = `
  (SELECT json_agg(json_build_object(
      'product', json_build_object('id', product_id, 'code', product_code,
        'name', product_name, 'unitPrice', unit_price_cents),
      'quantity', quantity, 'discountPercent', discount_hundredths,
      'subtotal', subtotal_cents, 'discount', discount_cents, 'total', total_cents)
      ORDER BY line)
    FROM sale_items WHERE sale_id = s.id) AS items,
  (SELECT coalesce(json_agg(json_build_object(
      'line', line, 'methodId', payment_method_id, 'method', method_name,
      'amount', amount_cents, 'net', net_cents) ORDER BY line), '[]')
    FROM sale_payments WHERE sale_id = s.id) AS payments`;

const lines = sql.raw(SALE_LINES);

/** Deleted sales included. */
export async function loadSale(db: Db, id: number): Promise<StoredSale | undefined> {
  const { rows } = await sql<SaleRow>`SELECT s.*, ${lines} FROM sales s WHERE s.id = ${id}`.execute(
    db,
  );
  return rows[0] && storedSale(rows[0]);
}

/** Undefined when there is no such sale, or it is deleted already. */
export function markSaleDeleted(tx: Tx, id: number, by: number, at: Date | undefined) {
  return tx
    .updateTable('sales')
    .set({ deleted_at: at ?? sql`now()`, deleted_by: by })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['created_at', 'seller_id', 'total_general_cents'])
    .executeTakeFirst();
}

export type SaleRow = Selectable<Tables['sales']> & {
  items: StoredItem[];
  payments: StoredPayment[];
};

export function storedSale(row: SaleRow): StoredSale {
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
