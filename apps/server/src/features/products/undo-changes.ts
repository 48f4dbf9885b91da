import type { UndoneChange } from '@balcao/contract/products/product-changes.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { violates } from '../../database/transaction.ts';
import { ReadAgain } from '../../database/unavailable.ts';
import { Refusal } from '../../request/refusal.ts';
import { lockPrices } from './price-changes.repository.ts';
import {
  findProductChange,
  insertProductChange,
  type ProductChangeRow,
  productsOfChange,
} from './product-changes.repository.ts';
import { type Actor, recordSteps } from './product-changes.service.ts';

/**
 * Brings back what a change in bulk has changed, once, where all of it is still as it made it. A second request
 * returns the first result. Throws not_found, undo_ended and nothing_to_undo.
 */
export async function undoProductChange(
  db: Db,
  actor: Actor,
  changeId: number,
): Promise<UndoneChange> {
  const { answer } = await once(db, {
    lock: async (tx) => {
      const change = await findProductChange(tx, changeId);
      if (!change) throw new Refusal('not_found');
      return change;
    },
    first: async (_tx, change) => change.undone_at ?? undefined,
    again: (tx) => undone(tx, changeId),
    make: async (tx, change) => {
      const maker = { made_by: actor.id, made_by_name: actor.name };
      const none = { idempotency_key: null, request_hash: null, rule: null, fields: null };
      const id = await insertProductChange(tx, { ...maker, ...none, undoes: changeId });
      if (!change.recent) throw new Refusal('undo_ended');
      const all = await productsOfChange(tx, changeId);
      await lockPrices(
        tx,
        all.map((product) => product.id),
      );
      const still = (await productsOfChange(tx, changeId)).filter((product) => product.still);
      if (still.length === 0) throw new Refusal('nothing_to_undo');
      const steps = still.map((step) => ({ ...step, old: step.new, new: step.old }));
      await recordSteps(tx, actor, { id, action: actionOf(change) }, steps).catch((error) => {
        // Somebody has just given the code of a deleted one to another product, which then stays deleted.
        throw violates(error, 'products_code') ? new ReadAgain() : error;
      });
      return undone(tx, changeId);
    },
    unique: 'product_changes_undoes_key',
  });
  return answer;
}

function actionOf({ rule, fields }: ProductChangeRow) {
  if (rule) return 'product.price_restored';
  return fields && 'deleted' in fields ? 'product.restored' : 'product.edited';
}

async function undone(tx: Tx, changeId: number): Promise<UndoneChange> {
  const products = await productsOfChange(tx, changeId);
  const kept = products.filter(({ restored }) => !restored);
  return {
    restored: products.length - kept.length,
    kept: kept.map(({ price_cents, ...product }) => ({
      ...product,
      price: reaisFromCents(price_cents),
    })),
  };
}
