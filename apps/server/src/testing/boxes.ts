import { type Cents, cents } from '@balcao/domain/money.ts';
import type { Db } from '../database/connection.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { boxesNotClosed, insertBox } from '../features/cash-boxes/cash-boxes.repository.ts';
import { countBox, settleBox } from '../features/cash-boxes/count-box.ts';

type Seller = { id: number; name: string };

export async function setCashBox(db: Db, cash_box: 'simple' | 'counted'): Promise<void> {
  await db.updateTable('settings').set({ cash_box }).execute();
}

/** Opens the seller's box, or returns the one that is open, whatever the settings say. */
export async function anOpenBox(
  db: Db,
  seller: Seller,
  given: { float?: Cents; openedAt?: Date } = {},
): Promise<{ id: number }> {
  const [open] = await boxesNotClosed(db, seller.id);
  if (open && !open.counted) return { id: open.id };
  await closeBoxOf(db, seller);
  return inTransaction(db, async (tx) => {
    const id = await insertBox(tx, {
      seller_id: seller.id,
      seller_name: seller.name,
      float_cents: given.float ?? cents(5_000),
      ...(given.openedAt && { opened_at: given.openedAt }),
    });
    await recordAudit(tx, seller, 'box.opened', { subjectId: id });
    return { id };
  });
}

/** Counts the seller's box with a difference, which then waits for its reason. */
export async function aCountedBox(db: Db, seller: Seller): Promise<{ id: number }> {
  const box = await anOpenBox(db, seller);
  await countBox(db, { actor: { ...seller, admin: true }, id: box.id }, { cash: 0 });
  return box;
}

export async function closeBoxOf(db: Db, seller: Seller): Promise<void> {
  const [box] = await boxesNotClosed(db, seller.id);
  if (!box) return;
  const counting = { actor: { ...seller, admin: true }, id: box.id };
  if (!box.counted) await countBox(db, counting, { cash: 0 });
  await settleBox(db, counting, { reason: 'Falta' });
}
