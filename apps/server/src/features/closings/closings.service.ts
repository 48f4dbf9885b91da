import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { Closing, ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { PixPayment } from '@balcao/contract/shop/pix.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { awaitReplication, inTransaction } from '../../database/transaction.ts';
import { businessDay, periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { readPix } from '../institution/institution.service.ts';
import { closingOf } from './closing-record.ts';
import { findClosing, newestClosings, paymentsByMethod } from './closings.repository.ts';
import {
  type Closable,
  findSeller,
  insertClosing,
  lockDay,
  readTakings,
  type Takings,
} from './insert-closing.repository.ts';

export { isDayClosed, type Takings } from './insert-closing.repository.ts';

type Closer = { id: number; name: string };
type ClosableBox = { id: number; seller_id: number; day: BusinessDay };

export type CloseBox = {
  actor: { id: number; name: string; admin: boolean };
  sellerId: number;
  date: string;
};

/**
 * Closes what a seller sold and put right on a day in no counted box, and returns the new version, or the
 * newest one if nothing changed since; undefined when there is nothing. Throws not_allowed, invalid_day,
 * future_day and unknown_seller.
 */
export async function closeBox(db: Db, request: CloseBox): Promise<Closing | undefined> {
  const { actor, sellerId } = request;
  if (sellerId !== actor.id && !actor.admin) throw new Refusal('not_allowed');
  const day = businessDay(request.date, 'body/date');
  if (day > businessDayOf(new Date())) throw new Refusal('future_day', { field: 'body/date' });
  return inTransaction(db, async (tx) => {
    const seller = await findSeller(tx, sellerId);
    if (!seller) throw new Refusal('unknown_seller', { field: 'body/seller_id' });
    await lockDay(tx, sellerId, day);
    const of = { sellerId, sellerName: seller.name, day, boxId: null };
    return writeClosing(tx, { ...of, actor });
  });
}

/** Writes the closing of a counted box, which the transaction has locked, once. */
export async function closeCountedBox(
  tx: Tx,
  actor: Closer,
  box: ClosableBox & { seller_name: string },
): Promise<Closing> {
  const of = { ...closableOf(box), sellerName: box.seller_name };
  const closing = await writeClosing(tx, { ...of, actor });
  if (!closing) throw new Error(`Box ${box.id} was not closed`);
  return closing;
}

export async function closingOfBox(db: Db, boxId: number): Promise<Closing | null> {
  const row = await findClosing(db, { boxId });
  return row ? closingOf(row) : null;
}

/** The sums of an open box so far. Sellers may not see them before their count is saved. */
export function takingsOfBox(db: Db, box: ClosableBox): Promise<Takings> {
  return readTakings(db, closableOf(box));
}

const closableOf = ({ id, seller_id, day }: ClosableBox) => ({
  sellerId: seller_id,
  day,
  boxId: id,
});

async function writeClosing(
  tx: Tx,
  request: Closable & { sellerName: string; actor: Closer },
): Promise<Closing | undefined> {
  const { actor, ...of } = request;
  const inserted = await insertClosing(tx, {
    ...of,
    closedBy: actor.id,
  });
  if (!inserted) return undefined;
  const { id, made } = inserted;
  const row = await findClosing(tx, { id });
  if (!row) throw new Error(`There is no closing ${id}`);
  const closing = closingOf(row);
  if (!made) {
    await awaitReplication(tx);
    return closing;
  }
  const { seller_id, date, version, total_final, sales_count, refunds_count, box } = closing;
  await recordAudit(tx, actor, 'box.closed', {
    subjectId: id,
    after: {
      ...{ seller_id, date, version, total_final, sales_count },
      ...(refunds_count && { refunds_count }),
      ...(box && { box: box.number, ...(box.approved_by && { approved_by: box.approved_by }) }),
    },
  });
  return closing;
}

/** The newest closing of each seller's day of the period, and those of counted boxes. Throws invalid_day. */
export async function listClosings(
  db: Db,
  query: QueryOf<Endpoints['listClosings']>,
): Promise<ListedClosing[]> {
  const { search } = query;
  const filter = { ...periodOf(query), ...(search !== undefined && { search }) };
  const rows = await newestClosings(db, filter);
  return rows.map((row) => ({
    ...closingOf(row),
    sales_added: row.sales_added,
    sales_deleted: row.sales_deleted,
    corrections_added: row.corrections_added,
    current_total: reaisFromCents(row.current_total_cents),
  }));
}

/**
 * The Pix payments of the sales in a closing, and what its corrections put in or took out by Pix, without a
 * txid. Their net amounts add up to the Pix line of the slip. Empty if the shop has no Pix method. Throws
 * not_found and not_allowed.
 */
export async function listPixPayments(
  db: Db,
  { actor, closingId }: { actor: { id: number; admin: boolean }; closingId: number },
): Promise<PixPayment[]> {
  const closing = await findClosing(db, { id: closingId });
  if (!closing) throw new Refusal('not_found');
  if (closing.seller_id !== actor.id && !actor.admin) throw new Refusal('not_allowed');
  const pix = await readPix(db);
  const rows = pix ? await paymentsByMethod(db, closingId, pix.method) : [];
  return rows.map((row) => ({
    sale: row.sale_id,
    at: row.created_at.toISOString(),
    txid: row.idempotency_key && pixTxid(row.idempotency_key, row.line),
    amount: reaisFromCents(row.amount_cents),
    net: reaisFromCents(row.net_cents),
  }));
}
