import type { Product } from '@balcao/contract/products/products.ts';
import type { Tx } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import type { BulkChange, BulkEvent, Kept, UndoneRows } from '../bulk-changes/undo-once.service.ts';
import { lockPrices } from './price-changes.repository.ts';
import { productsWithIds, usedSince } from './products.repository.ts';
import { productOf, products } from './products.service.ts';

/**
 * Brings the products of these events back to what they were and deletes those that the events made, unless
 * somebody has changed, deleted, sold or counted them since. Fields that the change left alone stay as they are now.
 */
export async function undoProducts(
  tx: Tx,
  actor: Pick<SignedIn, 'id' | 'name'>,
  change: BulkChange,
  events: readonly BulkEvent[],
): Promise<UndoneRows> {
  const ids = events.map(({ subject_id }) => subject_id);
  await lockPrices(tx, ids);
  const now = new Map((await productsWithIds(tx, ids)).map((row) => [row.id, row]));
  const used = await usedSince(tx, ids, change.created_at);
  const kept: Kept[] = [];
  const edited: { before: Product; after: Product }[] = [];
  const deleted: Product[] = [];
  for (const { subject_id: id, before: was, after: made } of events) {
    const keep = (why: Kept['why']) => kept.push({ what: 'product', id, why });
    const row = now.get(id);
    if (!row || row.deleted) {
      keep('gone');
      continue;
    }
    const product = productOf(row);
    const fields = Object.keys(product) as (keyof Product)[];
    const changed = fields.filter((field) => !was || was[field] !== made?.[field]);
    if (changed.some((field) => product[field] !== made?.[field])) keep('changed');
    else if (was) {
      const back = Object.fromEntries(changed.map((field) => [field, was[field]]));
      edited.push({ before: product, after: { ...product, ...back } });
    } else if (used.has(id)) keep('used');
    else deleted.push(product);
  }
  await products.changeAll(tx, actor, { edited, deleted }, { undone_change: change.id });
  return { restored: edited.length, removed: deleted.length, kept };
}
