import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type { correctionEndpoints } from '@balcao/contract/sales/correction-endpoints.ts';
import type {
  Correction,
  NewPayments,
  NewRefund,
  ReprintedCorrection,
} from '@balcao/contract/sales/corrections.ts';
import {
  correctableTotal,
  paySame,
  refundPayments,
  replacedPayments,
} from '@balcao/domain/correction-payments.ts';
import { ZERO } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import { periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { checkedLines, returnedItems } from './checked-correction.ts';
import { correctionRecord } from './correction-record.ts';
import {
  type CorrectionsOfPerson,
  correctionsOfPerson,
  correctionsPage,
  loadCorrection,
} from './corrections.repository.ts';
import {
  approverOf,
  type CorrectionRequest,
  correctOnce,
  writeCorrection,
} from './record-correction.ts';
import { paidNow } from './sale-to-correct.ts';

/** Records that items came back and how their worth is given back. Throws as the contract says. */
export async function createRefund(
  db: Db,
  asked: CorrectionRequest<NewRefund>,
): Promise<Correction> {
  const request = { ...asked, kind: 'refund' } as const;
  const { answer: refund } = await correctOnce(db, request, async (tx, sale, columns) => {
    const { items, worth } = returnedItems(sale, asked.body);
    const givenBack = await checkedLines(tx, asked.body.payments, worth);
    const approver = await approverOf(tx, request, sale);
    const payments = refundPayments(givenBack);
    return writeCorrection(tx, request, columns, { approver, items, total: worth, payments });
  });
  return correctionRecord(refund);
}

/** Replaces the payments of a sale by others of the same total. Throws as the contract says. */
export async function correctPayments(
  db: Db,
  asked: CorrectionRequest<NewPayments>,
): Promise<Correction> {
  const request = { ...asked, kind: 'payments' } as const;
  const { answer: correction } = await correctOnce(db, request, async (tx, sale, columns) => {
    const current = paidNow(sale);
    const total = correctableTotal(current);
    const replacements = await checkedLines(tx, asked.body.payments, total);
    if (paySame(current, replacements))
      throw new Refusal('same_payments', { field: 'body/payments' });
    const approver = await approverOf(tx, request, sale);
    const payments = replacedPayments(current, replacements);
    return writeCorrection(tx, request, columns, { approver, items: [], total: ZERO, payments });
  });
  return correctionRecord(correction);
}

/** Newest first; a seller sees only their own; by default of all sales. Throws invalid_day. */
export async function listCorrections(
  db: Db,
  viewer: SignedIn,
  query: QueryOf<typeof correctionEndpoints.listCorrections>,
  saleIds?: readonly number[],
): Promise<Page<Correction>> {
  const slice = sliceOf(query);
  const { search, products } = query;
  const filter = {
    ...periodOf(query),
    ...(!viewer.admin && { madeBy: viewer.id }),
    ...(search && { search }),
    ...(products && { productIds: products.split(',').map(Number) }),
    ...(saleIds && { saleIds }),
  };
  const { rows, count } = await correctionsPage(db, filter, slice);
  return pageOf(rows.map(correctionRecord), count, slice);
}

/** The corrections of a person's sales, oldest first. */
export async function listCorrectionsOfPerson(
  db: Db,
  of: CorrectionsOfPerson,
): Promise<Correction[]> {
  return (await correctionsOfPerson(db, of)).map(correctionRecord);
}

/** Records that a correction is printed again. For a seller, those of others do not exist. Throws not_found. */
export function reprintCorrection(
  db: Db,
  viewer: SignedIn,
  id: number,
): Promise<ReprintedCorrection> {
  return inTransaction(db, async (tx) => {
    const correction = await loadCorrection(tx, id);
    const mayPrint = correction && (viewer.admin || correction.maker.id === viewer.id);
    if (!mayPrint) throw new Refusal('not_found');
    await recordAudit(tx, viewer, 'correction.reprinted', {
      subjectId: id,
      after: { sale: correction.saleId, seller_id: correction.maker.id },
    });
    return { ...correctionRecord(correction), reprinted_at: new Date().toISOString() };
  });
}
