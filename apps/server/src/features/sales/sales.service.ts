import type { ReprintedSale, Sale } from '@balcao/contract/sales/sales.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { isMonthClosed } from '../../database/closed.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isOpenTo } from './open-to.ts';
import { saleRecord } from './sale-record.ts';
import { loadLiveSale, loadSale, lockSaleToDelete, markSaleDeleted } from './sales.repository.ts';

/** The whole record of a sale, deleted or not. */
export async function wholeSale(db: Db, id: number): Promise<Sale | undefined> {
  const sale = await loadSale(db, id);
  return sale && saleRecord(sale);
}

/**
 * An administrator removes a sale from lists, reports and sums; a counted box and a closed month, which had it, keep it.
 * Its row stays, with the user and the time of the deletion. In a closed month that needs a reason and an approval. Throws not_found, sale_corrected, month_closed and approval_ended.
 */
export async function deleteSale(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  id: number,
  { reason, approval }: { reason?: string | undefined; approval?: string | undefined } = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const sale = await lockSaleToDelete(tx, id);
    if (!sale) throw new Refusal('not_found');
    if (sale.corrected) throw new Refusal('sale_corrected');
    const approver = await takenApproval(tx, {
      ...{ actor: { id: actor.id, admin: true }, action: 'deletion', subject: id },
      body: { reason: reason ?? '', ...(approval !== undefined && { approval }) },
      monthClosed: await isMonthClosed(tx, businessDayOf(sale.created_at)),
    });
    await markSaleDeleted(tx, id, { by: actor.id, reason });
    await recordAudit(tx, actor, 'sale.deleted', {
      subjectId: id,
      before: {
        created_at: sale.created_at.toISOString(),
        seller_id: sale.seller_id,
        total_general: reaisFromCents(sale.total_general_cents),
      },
      // Not the reason, which may name people.
      ...(approver && { after: { seller_id: sale.seller_id, approved_by: approver.name } }),
    });
  });
}

/**
 * Records that the receipt of a sale is printed again, and returns the sale with that time. For a seller,
 * a sale of somebody else exists once it was opened by its client's CPF. Throws not_found.
 */
export function reprintSale(db: Db, viewer: SignedIn, id: number): Promise<ReprintedSale> {
  return inTransaction(db, async (tx) => {
    const sale = await loadLiveSale(tx, id);
    if (!sale || !(await isOpenTo(tx, viewer, sale))) throw new Refusal('not_found');
    await recordAudit(tx, viewer, 'sale.reprinted', {
      subjectId: id,
      after: { seller_id: sale.seller.id },
    });
    return { ...saleRecord(sale), reprinted_at: new Date().toISOString() };
  });
}
