import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords, onDays, readPage, type Slice } from '../../database/listing.ts';
import type { KeyColumns } from '../../database/once.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { every, rowOf, rowsOf } from '../../database/rows.ts';
import type {
  CorrectionKind,
  CorrectionPayment,
  ReturnedItem,
  StoredCorrection,
} from './correction-record.ts';

/** Selects a StoredCorrection from `corrections c JOIN sales s`. */
const storedCorrection = sql`
    c.id, c.kind, c.created_at AS "createdAt", c.sale_id AS "saleId", s.created_at AS "saleCreatedAt",
    json_build_object('id', c.made_by, 'name', c.made_by_name) AS maker,
    c.approved_by_name AS "approvedBy", c.reason, s.client_name AS "clientName",
    s.student_name AS "studentName", c.total_cents AS total, c.exchange_sale_id AS "exchangeSaleId",
    (SELECT coalesce(json_agg(json_build_object(
        'line', i.sale_line, 'quantity', i.quantity, 'worth', i.worth_cents, 'damaged', i.damaged,
        'product', json_build_object('id', sold.product_id, 'code', sold.product_code,
          'name', sold.product_name, 'unitPrice', sold.unit_price_cents)) ORDER BY i.sale_line), '[]')
      FROM correction_items i
      JOIN sale_items sold ON sold.sale_id = i.sale_id AND sold.line = i.sale_line
      WHERE i.correction_id = c.id) AS items,
    (SELECT coalesce(json_agg(json_build_object(
        'methodId', payment_method_id, 'method', method_name, 'amount', net_cents)
        ORDER BY line), '[]')
      FROM correction_payments WHERE correction_id = c.id) AS payments`;

/** Oldest first. */
async function corrections(db: Db, condition: RawBuilder<unknown>): Promise<StoredCorrection[]> {
  return rowsOf<StoredCorrection>(db)`
    SELECT ${storedCorrection} FROM corrections c JOIN sales s ON s.id = c.sale_id
    WHERE ${condition} ORDER BY c.id`;
}

export const correctionsOfSale = (db: Db, saleId: number) =>
  corrections(db, sql`c.sale_id = ${saleId}`);

/** Records of one person, and the days on which the corrections were made. */
export type CorrectionsOfPerson = {
  kind: PersonKind;
  records: readonly number[];
  from?: BusinessDay;
  to?: BusinessDay;
};

/** By default on all days. */
export const correctionsOfPerson = (db: Db, { kind, records, from, to }: CorrectionsOfPerson) =>
  corrections(
    db,
    every(
      sql`s.${peopleTables[kind].inSales} = ANY (${[...records]}::integer[])`,
      ...onDays(sql`c.business_day`, { from, to }),
    ),
  );

export async function loadCorrection(db: Db, id: number): Promise<StoredCorrection | undefined> {
  return (await corrections(db, sql`c.id = ${id}`))[0];
}

/** Everything is optional; both days are included. */
export type CorrectionFilter = {
  madeBy?: number;
  /** Words of the name of who made it. */
  search?: string;
  /** Corrections of sales that hold any of these products. */
  productIds?: number[];
  /** Corrections of these sales. */
  saleIds?: readonly number[];
  from?: BusinessDay;
  to?: BusinessDay;
};

const ofProducts = (ids: number[]) => sql`EXISTS (
  SELECT FROM sale_items WHERE sale_id = corrections.sale_id AND product_id = ANY (${ids}))`;

/** Newest first. */
export async function correctionsPage(
  db: Db,
  filter: CorrectionFilter,
  slice: Slice,
): Promise<{ rows: StoredCorrection[]; count: number }> {
  const { madeBy, search, productIds, saleIds } = filter;
  const found = sql`SELECT id, created_at FROM corrections WHERE ${every(
    madeBy !== undefined && sql`made_by = ${madeBy}`,
    search && holdsWords(sql`fold_text(made_by_name)`, search),
    productIds && ofProducts(productIds),
    saleIds && sql`sale_id = ANY (${[...saleIds]}::integer[])`,
    ...onDays(sql`business_day`, filter),
  )}`;
  const order = sql`created_at DESC, id DESC`;
  const row = (id: RawBuilder<unknown>) => sql`
    SELECT ${storedCorrection} FROM corrections c JOIN sales s ON s.id = c.sale_id WHERE c.id = ${id}`;
  return readPage<StoredCorrection>(db, { found, order, row }, slice);
}

/** Ids by exact name, of methods that are not deleted. */
export async function liveMethods(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await tx
    .selectFrom('payment_methods')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export type CorrectionToInsert = Pick<
  StoredCorrection,
  'kind' | 'saleId' | 'maker' | 'reason' | 'total' | 'exchangeSaleId'
> & {
  approver: { id: number; name: string } | null;
  /** Null: it belongs to the day. */
  boxId: number | null;
  items: readonly ReturnedItem[];
  payments: readonly CorrectionPayment[];
};

/**
 * Returns its id. Its time is that of this statement, or of the new sale of an exchange: before it, the transaction may
 * have waited for others, and a count could not see that it is under way.
 */
export async function insertCorrection(
  tx: Tx,
  columns: KeyColumns,
  made: CorrectionToInsert,
): Promise<number> {
  const { id } = await tx
    .insertInto('corrections')
    .values({
      sale_id: made.saleId,
      kind: made.kind satisfies CorrectionKind,
      ...columns,
      created_at:
        made.exchangeSaleId === null
          ? sql`clock_timestamp()`
          : sql`(SELECT created_at FROM sales WHERE id = ${made.exchangeSaleId})`,
      made_by: made.maker.id,
      made_by_name: made.maker.name,
      approved_by: made.approver?.id ?? null,
      approved_by_name: made.approver?.name ?? null,
      reason: made.reason,
      total_cents: made.total,
      exchange_sale_id: made.exchangeSaleId,
      box_id: made.boxId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = made.items.map(({ line, before, quantity, worth, damaged }) => ({
    correction_id: id,
    sale_id: made.saleId,
    sale_line: line,
    returned_before: before,
    quantity,
    worth_cents: worth,
    damaged,
  }));
  if (items.length > 0) await tx.insertInto('correction_items').values(items).execute();
  const payments = made.payments.map(({ methodId, method, amount }, index) => ({
    correction_id: id,
    line: index + 1,
    payment_method_id: methodId,
    method_name: method,
    net_cents: amount,
  }));
  if (payments.length > 0) await tx.insertInto('correction_payments').values(payments).execute();
  return id;
}

/** Of the people of a sale the records of now, into which theirs may have been merged, with the numbers of the sale. */
export async function peopleOfSale(
  db: Db,
  id: number,
): Promise<NonNullable<SaleToCorrect['people']> | undefined> {
  return rowOf<NonNullable<SaleToCorrect['people']>>(db)`
    SELECT coalesce(c.merged_into, c.id) AS client, s.client_cpf AS cpf,
      coalesce(student.merged_into, student.id) AS student, s.student_registration AS registration,
      (SELECT login FROM users WHERE id = s.seller_id AND deleted_at IS NULL) AS seller_login
    FROM sales s JOIN clients c ON c.id = s.client_id LEFT JOIN students student ON student.id = s.student_id
    WHERE s.id = ${id}`;
}
