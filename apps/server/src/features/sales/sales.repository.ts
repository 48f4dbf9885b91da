import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { anywhere, type Slice } from '../../database/listing.ts';
import type { Tables } from '../../database/tables.ts';
import type { StoredItem, StoredPayment, StoredSale } from './sale-record.ts';

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

/** Sales with their lines, which come as JSON of the shapes that a StoredSale holds. */
function wholeSales(db: Db) {
  return db
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
    ]);
}

/** The sale, deleted or not. */
export async function loadSale(db: Db, id: number): Promise<StoredSale | undefined> {
  const row = await wholeSales(db).where('s.id', '=', id).executeTakeFirst();
  return row && storedSale(row);
}

/** Everything is optional; days are whole and both included. */
export type SaleFilter = {
  sellerId?: number;
  /** Anywhere in the seller's name as it was at the sale. */
  search?: string;
  /** Sales that hold any of them. */
  productIds?: number[];
  from?: BusinessDay;
  to?: BusinessDay;
};

/** One page of the sales that are not deleted, newest first, and how many there are in all. */
export async function salesPage(
  db: Db,
  filter: SaleFilter,
  { limit, offset }: Slice,
): Promise<{ rows: StoredSale[]; count: number }> {
  const condition = saleCondition(filter);
  const rows = await wholeSales(db)
    .where(condition)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await db
    .selectFrom('sales as s')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return { rows: rows.map(storedSale), count };
}

function saleCondition({ sellerId, search, productIds, from, to }: SaleFilter) {
  const conditions = [sql`s.deleted_at IS NULL`];
  if (sellerId !== undefined) conditions.push(sql`s.seller_id = ${sellerId}`);
  if (search !== undefined) {
    conditions.push(sql`fold_text(s.seller_name) LIKE ${anywhere(search)}`);
  }
  if (productIds) {
    conditions.push(sql`EXISTS (
      SELECT FROM sale_items i WHERE i.sale_id = s.id AND i.product_id = ANY (${productIds}))`);
  }
  // In the terms of created_at, so that one index serves the order and the period.
  if (from)
    conditions.push(sql`s.created_at >= ${from}::date::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`);
  if (to) {
    conditions.push(
      sql`s.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`,
    );
  }
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** Marks a sale as deleted and answers what it was; undefined when it is not there (any more). */
export function markSaleDeleted(tx: Tx, id: number, by: number, at: Date | undefined) {
  return tx
    .updateTable('sales')
    .set({ deleted_at: at ?? sql`now()`, deleted_by: by })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['created_at', 'seller_id', 'total_general_cents'])
    .executeTakeFirst();
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
