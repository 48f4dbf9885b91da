import { reaisFromCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { markSaleDeleted } from './sales.repository.ts';

/**
 * Takes a sale out of lists, reports and sums; its row stays, with who did it and when (`at`: now if
 * unset; sample shops delete in the past). Throws not_found.
 */
export async function deleteSale(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  id: number,
  at?: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const sale = await markSaleDeleted(tx, id, actor.id, at);
    if (!sale) throw new Refusal('not_found');
    await recordAudit(tx, {
      actor,
      action: 'sale.deleted',
      subjectId: id,
      at,
      before: {
        created_at: sale.created_at.toISOString(),
        seller_id: sale.seller_id,
        total_general: reaisFromCents(sale.total_general_cents),
      },
    });
  });
}
