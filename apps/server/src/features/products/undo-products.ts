import type { Product } from '@balcao/contract/products/products.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import type { Tx } from '../../database/connection.ts';
import { violates } from '../../database/transaction.ts';
import { ReadAgain } from '../../database/unavailable.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import type { BulkChange, BulkEvent, Kept, UndoneRows } from '../bulk-changes/undo-once.service.ts';
import { lockPrices } from './price-changes.repository.ts';
import { productRows, productsWithIds, usedSince, withTakenCode } from './products.repository.ts';
import { productOf, products } from './products.service.ts';

/** What the audit calls the undoing of these; of any other edit it is an edit. */
const UNDONE_AS: Readonly<Record<string, AuditAction>> = {
  'product.repriced': 'product.price_restored',
};

/**
 * Brings the products of these events back to what they were, also those that the events deleted, and deletes those
 * that they made, unless somebody has changed, deleted, sold or counted them since, or has given their code to another
 * one. Fields that the change left alone stay as they are now.
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
  const taken = await withTakenCode(tx, ids);
  const kept: Kept[] = [];
  const edited: { before: Product; after: Product }[] = [];
  const deleted: Product[] = [];
  const back: Product[] = [];
  for (const { subject_id: id, action, before: was, after: made } of events) {
    const keep = (why: Kept['why']) => kept.push({ what: 'product', id, why });
    const row = now.get(id);
    const wasDeleted = action === 'product.deleted';
    if (!row || row.deleted !== wasDeleted) {
      keep('gone');
      continue;
    }
    const product = productOf(row);
    if (wasDeleted) {
      if (taken.has(id)) keep('changed');
      else back.push(product);
      continue;
    }
    const fields = Object.keys(product) as (keyof Product)[];
    const changed = fields.filter((field) => !was || was[field] !== made?.[field]);
    if (changed.some((field) => product[field] !== made?.[field])) keep('changed');
    else if (was) {
      const old = Object.fromEntries(changed.map((field) => [field, was[field]]));
      edited.push({ before: product, after: { ...product, ...old } });
    } else if (used.has(id)) keep('used');
    else deleted.push(product);
  }
  const mark = {
    [change.kind === 'product_edits' ? 'product_change' : 'undone_change']: change.id,
  };
  await products.changeAll(
    tx,
    actor,
    { edited, deleted },
    mark,
    UNDONE_AS[events[0]?.action ?? ''],
  );
  await bringBack(tx, actor, back, mark);
  return { restored: edited.length + back.length, removed: deleted.length, kept };
}

async function bringBack(
  tx: Tx,
  actor: Pick<SignedIn, 'id' | 'name'>,
  deleted: readonly Product[],
  mark: object,
): Promise<void> {
  const ids = deleted.map(({ id }) => id);
  await productRows.restore(tx, ids).catch((error) => {
    // Somebody has just given one of their codes to another product or a list, so that one stays deleted.
    const isTaken = violates(error, 'products_code') || violates(error, 'code_of_other');
    throw isTaken ? new ReadAgain() : error;
  });
  const events = deleted.map((product) => ({
    ...{ subjectId: product.id, before: product },
    after: { ...product, ...mark },
  }));
  await recordAudits(tx, actor, 'product.restored', events);
}
