import type { UndonePrices } from '@balcao/contract/products/price-changes.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import {
  findPriceChange,
  insertPriceChange,
  lockPrices,
  productsOfChange,
} from './price-changes.repository.ts';
import { recordPrices } from './price-changes.service.ts';

/**
 * Brings back the old prices of a change, once, where the price is still the one that it made. A second request
 * returns the first result. Throws not_found, undo_ended and nothing_to_undo.
 */
export async function undoPrices(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  changeId: number,
): Promise<UndonePrices> {
  const { answer } = await once(db, {
    lock: async (tx) => {
      const change = await findPriceChange(tx, changeId);
      if (!change) throw new Refusal('not_found');
      return change;
    },
    first: async (_tx, change) => change.undone_at ?? undefined,
    again: (tx) => undonePrices(tx, changeId),
    make: async (tx, change) => {
      const maker = { made_by: actor.id, made_by_name: actor.name };
      const none = { idempotency_key: null, request_hash: null, rule: null };
      const id = await insertPriceChange(tx, { ...maker, ...none, undoes: changeId });
      if (!change.recent) throw new Refusal('undo_ended');
      const all = await productsOfChange(tx, changeId);
      await lockPrices(
        tx,
        all.map((product) => product.id),
      );
      const still = (await productsOfChange(tx, changeId)).filter(
        (product) => product.price === product.new && !product.deleted,
      );
      if (still.length === 0) throw new Refusal('nothing_to_undo');
      const restored = still.map(({ old, price, ...product }) => ({
        ...product,
        old: price,
        price: old,
      }));
      await recordPrices(tx, actor, { id, action: 'product.price_restored' }, restored);
      return undonePrices(tx, changeId);
    },
    unique: 'price_changes_undoes_key',
  });
  return answer;
}

async function undonePrices(tx: Tx, changeId: number): Promise<UndonePrices> {
  const products = await productsOfChange(tx, changeId);
  const kept = products.filter(({ restored }) => !restored);
  return {
    restored: products.length - kept.length,
    kept: kept.map(({ id, code, name, price, deleted }) => ({
      ...{ id, code, name, deleted },
      price: reaisFromCents(price),
    })),
  };
}
