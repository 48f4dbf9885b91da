import type { NewExchange, NewPayments, NewRefund } from '@balcao/contract/sales/corrections.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import { isMonthClosed } from '../../database/closed.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type KeyColumns, type Made, onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isOpenTo } from '../sales/open-to.ts';
import type { StoredSale } from '../sales/sale-record.ts';
import { lockSaleToCorrect, openBoxOf } from '../sales/sales-for-corrections.ts';
import type { CorrectionKind, StoredCorrection } from './correction-record.ts';
import {
  type CorrectionToInsert,
  insertCorrection,
  loadCorrection,
} from './corrections.repository.ts';

export type CorrectionRequest<Body = NewRefund | NewExchange | NewPayments> = {
  actor: Pick<SignedIn, 'id' | 'name' | 'admin'>;
  saleId: number;
  idempotencyKey: string;
  body: Body;
};

type Request = CorrectionRequest & { kind: CorrectionKind };

/**
 * Corrects a sale exactly once for its key; the same request again returns the first correction, also if things have
 * changed since. `correct` sees the locked sale and ends with writeCorrection(). Throws not_found, key_reused,
 * clock_in_closed_month, what `correct` throws, and the database's error when it stays away.
 */
export function correctOnce(
  db: Db,
  request: Request,
  correct: (tx: Tx, sale: StoredSale, columns: KeyColumns) => Promise<number>,
): Promise<Made<StoredCorrection>> {
  const { kind, actor, saleId, body } = request;
  const load = async (tx: Tx, id: number) => (await loadCorrection(tx, id)) as StoredCorrection;
  return onceByKey(db, {
    table: 'corrections',
    key: request.idempotencyKey,
    asked: { by: actor.id, action: kind, subject: saleId, body },
    lock: (tx) => lockSaleToCorrect(tx, saleId),
    again: load,
    make: async (tx, columns, sale) => {
      await refuseClosedMonthNow(tx);
      if (!sale || !(await isOpenTo(tx, actor, sale))) throw new Refusal('not_found');
      return load(tx, await correct(tx, sale, columns));
    },
  });
}

/** Uses up the approval of a request for this sale; null: none is needed. Throws what takenApproval throws. */
export const approverOf = async (
  tx: Tx,
  { actor, kind, saleId, body }: Request,
  { createdAt }: StoredSale,
) =>
  takenApproval(tx, {
    ...{ actor, action: kind, subject: saleId, body },
    monthClosed: await isMonthClosed(tx, businessDayOf(createdAt)),
  });

/** The kind of a correction, and the action of its audit. */
const ACTIONS = {
  refund: 'sale.refunded',
  exchange: 'sale.exchanged',
  payments: 'sale.payments_corrected',
} as const;

type Checked = Pick<CorrectionToInsert, 'total' | 'items' | 'payments' | 'approver'> & {
  /** The new sale of an exchange. */
  exchangeSaleId?: number;
};

/**
 * Writes a checked correction into the maker's box, with its audit. Returns its id. Throws box_not_open and
 * box_left_open.
 */
export async function writeCorrection(
  tx: Tx,
  { kind, actor, saleId, body }: Request,
  columns: KeyColumns,
  { exchangeSaleId, ...checked }: Checked,
): Promise<number> {
  const boxId = await openBoxOf(tx, actor.id);
  const id = await insertCorrection(tx, columns, {
    ...checked,
    ...{ kind, saleId, exchangeSaleId: exchangeSaleId ?? null, boxId },
    maker: { id: actor.id, name: actor.name },
    reason: body.reason,
  });
  await recordAudit(tx, actor, ACTIONS[kind], {
    subjectId: saleId,
    // Not the reason, which may name people.
    after: {
      correction: id,
      total_cents: checked.total,
      payments: checked.payments.map(({ method, amount }) => ({ method, cents: amount })),
      ...(exchangeSaleId !== undefined && { exchange_sale: exchangeSaleId }),
      ...(checked.approver && { approved_by: checked.approver.name }),
    },
  });
  return id;
}
