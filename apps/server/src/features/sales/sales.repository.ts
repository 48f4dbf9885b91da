import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { rowOf, rowsOf } from '../../database/rows.ts';
import type { StoredSale } from './sale-record.ts';

/** SQL that selects a StoredSale from `sales s`. */
export const STORED_SALE = `
    s.id, s.created_at AS "createdAt",
    json_build_object('id', s.seller_id, 'name', s.seller_name) AS seller,
    json_build_object('id', s.client_id, 'name', s.client_name, 'cpf', s.client_cpf) AS client,
    CASE WHEN s.student_id IS NOT NULL THEN json_build_object(
      'id', s.student_id, 'name', s.student_name, 'registration', s.student_registration)
    END AS student,
    s.subtotal_cents AS subtotal, s.total_cents AS total,
    s.general_discount_cents AS "generalDiscount", s.total_general_cents AS "totalGeneral",
    s.paid_cents AS paid, s.change_cents AS change, s.material_lists AS lists,
    s.parked_by_name AS "parkedBy",
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
      FROM sale_payments WHERE sale_id = s.id) AS payments,
    CASE WHEN EXISTS (SELECT FROM corrections WHERE sale_id = s.id)
        OR EXISTS (SELECT FROM corrections WHERE exchange_sale_id = s.id) THEN json_build_object(
      'returnedTotal',
        (SELECT coalesce(sum(total_cents), 0) FROM corrections WHERE sale_id = s.id),
      'returned',
        (SELECT coalesce(json_agg(json_build_object('line', sale_line, 'quantity', units)
            ORDER BY sale_line), '[]')
          FROM (SELECT sale_line, sum(quantity) AS units FROM correction_items
            WHERE sale_id = s.id GROUP BY sale_line) AS lines),
      'payments',
        (SELECT json_agg(json_build_object(
            'methodId', payment_method_id, 'method', method_name, 'amount', net_cents) ORDER BY line)
          FROM correction_payments
          WHERE net_cents > 0 AND correction_id = (
            SELECT max(id) FROM corrections WHERE sale_id = s.id AND kind = 'payments')),
      'exchanged', EXISTS (SELECT FROM corrections WHERE sale_id = s.id AND kind = 'exchange'),
      'exchangeOf', (SELECT sale_id FROM corrections WHERE exchange_sale_id = s.id))
    END AS corrections`;
const storedSale = sql.raw(STORED_SALE);

/** The sale of a key, deleted or not, with the hash of its request. */
export async function findSaleByKey(
  db: Db,
  key: string,
): Promise<(StoredSale & { requestHash: Buffer; deleted: boolean }) | undefined> {
  return rowOf<StoredSale & { requestHash: Buffer; deleted: boolean }>(db)`
    SELECT ${storedSale}, s.request_hash AS "requestHash", s.deleted_at IS NOT NULL AS deleted
    FROM sales s WHERE s.idempotency_key = ${key}`;
}

/** Deleted sales included. */
export async function loadSale(db: Db, id: number): Promise<StoredSale | undefined> {
  return rowOf<StoredSale>(db)`
    SELECT ${storedSale} FROM sales s WHERE s.id = ${id}`;
}

/** Oldest first, deleted sales included. */
export async function loadSales(db: Db, ids: readonly number[]): Promise<StoredSale[]> {
  return rowsOf<StoredSale>(db)`
    SELECT ${storedSale} FROM sales s WHERE s.id = ANY (${[...ids]}::integer[])
    ORDER BY s.created_at, s.id`;
}

/** Undefined when there is no such sale, or it is deleted. */
export async function loadLiveSale(db: Db, id: number): Promise<StoredSale | undefined> {
  return rowOf<StoredSale>(db)`
    SELECT ${storedSale} FROM sales s WHERE s.id = ${id} AND s.deleted_at IS NULL`;
}

/** The same, if the CPF is its client's: as it was at the sale, or as it is now. */
export async function loadLiveSaleWithCpf(
  db: Db,
  id: number,
  cpf: string,
): Promise<StoredSale | undefined> {
  return rowOf<StoredSale>(db)`
    SELECT ${storedSale} FROM sales s WHERE s.id = ${id} AND s.deleted_at IS NULL
      AND (s.client_cpf = ${cpf} OR EXISTS (
        SELECT FROM clients c JOIN clients kept ON kept.id = coalesce(c.merged_into, c.id)
        WHERE c.id = s.client_id AND kept.cpf = ${cpf}))`;
}

/** Records of one person, and the days of the sales. */
export type SalesOfPerson = {
  kind: PersonKind;
  records: readonly number[];
  from: BusinessDay;
  to: BusinessDay;
};

/** The sales that are not deleted, oldest first. */
export async function salesOfPerson(
  db: Db,
  { kind, records, from, to }: SalesOfPerson,
  limit: number,
): Promise<StoredSale[]> {
  const { inSales } = peopleTables[kind];
  return rowsOf<StoredSale>(db)`
    SELECT ${storedSale} FROM sales s
    WHERE s.${inSales} = ANY (${[...records]}::integer[]) AND s.${inSales} IS NOT NULL
      AND s.deleted_at IS NULL AND s.business_day BETWEEN ${from} AND ${to}
    ORDER BY s.created_at, s.id LIMIT ${limit}`;
}

type StoredOrDeleted = StoredSale & { deletedAt: Date | null; deletionReason: string | null };

/** Deleted ones too, oldest first. */
export async function everySaleOfPerson(
  db: Db,
  { kind, records }: Pick<SalesOfPerson, 'kind' | 'records'>,
): Promise<StoredOrDeleted[]> {
  return rowsOf<StoredOrDeleted>(db)`
    SELECT ${storedSale}, s.deleted_at AS "deletedAt", s.deletion_reason AS "deletionReason" FROM sales s
    WHERE s.${peopleTables[kind].inSales} = ANY (${[...records]}::integer[])
    ORDER BY s.id`;
}

/** Corrections and the deletion of a sale that is locked wait. */
export async function lockSale(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('sales').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/**
 * Locks a sale, and then its box. A count locks the box and then refers to its sales, which this lock lets it
 * do, so the two do not block each other. Undefined when there is no such sale, or it is deleted already. Its
 * corrections are read after the lock, which they wait for.
 */
export async function lockSaleToDelete(tx: Tx, id: number) {
  await lockSale(tx, id);
  const { rows } = await sql<{
    created_at: Date;
    seller_id: number;
    total_general_cents: Cents;
    corrected: boolean;
  }>`
    SELECT created_at, seller_id, total_general_cents,
      EXISTS (SELECT FROM corrections WHERE sale_id = sales.id)
        OR EXISTS (SELECT FROM corrections WHERE exchange_sale_id = sales.id) AS corrected
    FROM sales WHERE id = ${id} AND deleted_at IS NULL`.execute(tx);
  await sql`
    SELECT FROM cash_boxes WHERE id = (SELECT box_id FROM sales WHERE id = ${id}) FOR SHARE`.execute(
    tx,
  );
  return rows[0];
}

/**
 * A sale that was in the count of its box stays in the closing, which may be written later. Both times are
 * taken under the lock of the box, so that they tell which came first.
 */
export async function markSaleDeleted(
  tx: Tx,
  id: number,
  { by, reason }: { by: number; reason: string | undefined },
): Promise<void> {
  await tx
    .updateTable('sales')
    .set({
      ...{ deleted_at: sql`clock_timestamp()`, deleted_by: by },
      deletion_reason: reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** The person who deleted a sale, by the present name; undefined for a sale that is not deleted. */
export async function findDeletion(
  db: Db,
  saleId: number,
): Promise<{ at: Date; by: string; reason: string | null } | undefined> {
  return rowOf<{ at: Date; by: string; reason: string | null }>(db)`
    SELECT s.deleted_at AS at, u.name AS by, s.deletion_reason AS reason FROM sales s JOIN users u ON u.id = s.deleted_by
    WHERE s.id = ${saleId} AND s.deleted_at IS NOT NULL`;
}
