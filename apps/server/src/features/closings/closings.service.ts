import type { Closing, ListedClosing } from '@balcao/contract/closings.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Endpoints } from '@balcao/contract/endpoints.ts';
import type { PixPayment } from '@balcao/contract/pix.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix-txid.ts';
import type { Db } from '../../database/connection.ts';
import { awaitReplication, inTransaction } from '../../database/transaction.ts';
import { businessDay, periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { readPix } from '../institution/institution.service.ts';
import {
  type ClosingRow,
  findClosing,
  findSeller,
  insertClosing,
  lockBox,
  newestClosings,
  paymentsByMethod,
  readClosing,
} from './closings.repository.ts';

export type CloseBox = {
  actor: { id: number; name: string; admin: boolean };
  sellerId: number;
  date: string;
  /** Default: now; sample shops close in the past. Later sales are not counted. */
  closedAt?: Date;
};

/**
 * Closes a seller's box of a day and returns the new version, or the newest one if nothing was sold or
 * deleted since; undefined when there is no sale. Throws not_allowed, invalid_day, future_day and
 * unknown_seller.
 */
export async function closeBox(db: Db, request: CloseBox): Promise<Closing | undefined> {
  const { actor, sellerId, closedAt } = request;
  if (sellerId !== actor.id && !actor.admin) throw new Refusal('not_allowed');
  const day = businessDay(request.date, 'body/date');
  if (day > businessDayOf(new Date())) throw new Refusal('future_day', { field: 'body/date' });
  return inTransaction(db, async (tx) => {
    const seller = await findSeller(tx, sellerId);
    if (!seller) throw new Refusal('unknown_seller', { field: 'body/seller_id' });
    await lockBox(tx, sellerId, day);
    const inserted = await insertClosing(tx, {
      seller,
      day,
      closedBy: actor.id,
      ...(closedAt && { closedAt }),
    });
    if (!inserted) return undefined;
    const { id, made } = inserted;
    const closing = closingOf(await readClosing(tx, id));
    if (!made) {
      await awaitReplication(tx);
      return closing;
    }
    const { date, version, total_final, sales_count } = closing;
    await recordAudit(tx, {
      actor,
      action: 'box.closed',
      subjectId: id,
      after: { seller_id: sellerId, date, version, total_final, sales_count },
      at: closedAt,
    });
    return closing;
  });
}

/** The newest closing of each box of the period. Throws invalid_day. */
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
    current_total: reaisFromCents(row.current_total_cents),
  }));
}

/**
 * The Pix payments of the sales that a closing counted, so that their net sums add up to what its slip
 * shows. Empty if the shop has no Pix method. Throws not_found and not_allowed.
 */
export async function listPixPayments(
  { db, dataDir }: { db: Db; dataDir: string },
  { actor, closingId }: { actor: { id: number; admin: boolean }; closingId: number },
): Promise<PixPayment[]> {
  const closing = await findClosing(db, closingId);
  if (!closing) throw new Refusal('not_found');
  if (closing.seller_id !== actor.id && !actor.admin) throw new Refusal('not_allowed');
  const pix = await readPix(dataDir);
  const rows = pix ? await paymentsByMethod(db, closingId, pix.method) : [];
  return rows.map((row) => ({
    sale: row.sale_id,
    at: row.created_at.toISOString(),
    txid: pixTxid(row.idempotency_key, row.line),
    amount: reaisFromCents(row.amount_cents),
    net: reaisFromCents(row.net_cents),
  }));
}

function closingOf(row: ClosingRow): Closing {
  return {
    id: row.id,
    date: row.day,
    seller_id: row.seller_id,
    seller_name: row.seller_name,
    total_final: reaisFromCents(row.total_cents),
    payment_methods: Object.fromEntries(
      row.payments.map(({ method, net }) => [method, reaisFromCents(net)]),
    ),
    version: row.version,
    sales_count: row.sales_count,
    closed_at: row.closed_at.toISOString(),
    first_sale: row.first_sale,
    last_sale: row.last_sale,
    replaces: row.replaced && {
      closed_at: new Date(row.replaced.closed_at).toISOString(),
      total_final: reaisFromCents(row.replaced.total_cents),
    },
  };
}
