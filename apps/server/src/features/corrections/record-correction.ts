import type { NewExchange, NewPayments, NewRefund } from '@balcao/contract/sales/corrections.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type KeyColumns, type Made, onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { StoredSale } from '../sales/sale-record.ts';
import { lockSaleToCorrect, openBoxOf } from '../sales/sale-to-correct.ts';
import type { StoredCorrection } from './correction-record.ts';
import {
  type CorrectionToInsert,
  insertCorrection,
  loadCorrection,
} from './corrections.repository.ts';
import { isOpenTo } from './open-sale.ts';

export type CorrectionRequest<Body> = {
  actor: Pick<SignedIn, 'id' | 'name' | 'admin'>;
  saleId: number;
  idempotencyKey: string;
  body: Body;
  /** Default: now. Sample shops correct in the past. */
  at?: Date | undefined;
};

/** What a correction changes, once it is checked against the sale. */
export type CheckedCorrection = Pick<CorrectionToInsert, 'total' | 'items' | 'payments'> & {
  /** Takes a number, which a refusal would burn, and so comes last. Returns the id of the new sale. */
  insertSale?: () => Promise<number>;
};

/** The kind of a correction, and the action of its audit. */
const ACTIONS = {
  refund: 'sale.refunded',
  exchange: 'sale.exchanged',
  payments: 'sale.payments_corrected',
} as const;

type Body = NewRefund | NewExchange | NewPayments;

/**
 * Records a correction exactly once for its key; the same request again returns the first one, whatever has
 * happened since. `check` sees the locked sale. Throws not_found, key_reused, approval_required,
 * approval_ended, more_than_sold, box_not_open, box_left_open, what `check` throws, and the database's error
 * when it stays away.
 */
export function recordCorrection<B extends Body>(
  db: Db,
  kind: keyof typeof ACTIONS,
  request: CorrectionRequest<B>,
  check: (tx: Tx, sale: StoredSale, columns: KeyColumns) => Promise<CheckedCorrection>,
): Promise<Made<StoredCorrection>> {
  const { actor, saleId, body, at } = request;
  const load = async (tx: Tx, id: number) => (await loadCorrection(tx, id)) as StoredCorrection;
  return onceByKey(db, {
    table: 'corrections',
    key: request.idempotencyKey,
    asked: { by: actor.id, action: kind, subject: saleId, body },
    lock: (tx) => lockSaleToCorrect(tx, saleId),
    again: load,
    make: async (tx, columns, sale) => {
      if (!sale || !(await isOpenTo(tx, actor, sale))) throw new Refusal('not_found');
      const { insertSale, ...checked } = await check(tx, sale, columns);
      const approver = await takenApproval(tx, { actor, action: kind, subject: saleId, body });
      const exchangeSaleId = insertSale ? await insertSale() : null;
      // What is put right in the past, as in sample shops, is in no box.
      const boxId = at ? null : await openBoxOf(tx, actor.id);
      const id = await insertCorrection(tx, columns, {
        ...checked,
        ...{ kind, saleId, exchangeSaleId, approver, boxId, createdAt: at },
        maker: { id: actor.id, name: actor.name },
        reason: body.reason,
      });
      await recordAudit(tx, actor, ACTIONS[kind], {
        subjectId: saleId,
        at,
        // Not the reason, which may name people.
        after: {
          correction: id,
          total_cents: checked.total,
          payments: checked.payments.map(({ method, amount }) => ({ method, cents: amount })),
          ...(exchangeSaleId !== null && { exchange_sale: exchangeSaleId }),
          ...(approver && { approved_by: approver.name }),
        },
      });
      return load(tx, id);
    },
  });
}
