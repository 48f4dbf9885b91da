import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { productEndpoints } from '@balcao/contract/products/products.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { withRetries } from '../../database/unavailable.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import { lockPrices, pickedProducts } from './price-changes.repository.ts';
import { setPinned } from './products.repository.ts';
import { productOf } from './products.service.ts';

/**
 * Fixes products on the counter's grid or takes them from it, with an audit event for each that changes.
 * Returns how many are so now. Safe to repeat.
 */
export function pinProducts(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  { products, pinned }: BodyOf<typeof productEndpoints.pinProducts>,
): Promise<{ products: number }> {
  const pin = () =>
    inTransaction(db, async (tx) => {
      const ids = (await pickedProducts(tx, products)).map(({ id }) => id);
      await lockPrices(tx, ids);
      const changed = (await setPinned(tx, ids, pinned)).map(productOf);
      await recordAudits(
        tx,
        changed.map((after) => ({
          actor,
          action: 'product.edited',
          subjectId: after.id,
          before: { ...after, pinned: !pinned },
          after,
        })),
      );
      return { products: ids.length };
    });
  return withRetries(pin);
}
