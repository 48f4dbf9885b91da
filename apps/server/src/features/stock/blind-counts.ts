import type { Tx } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';

/**
 * Which products a viewer may not see the pieces of: a seller those of the blind counts that are open. Any seller may
 * count in them, so it is every seller.
 */
export async function hiddenFrom(
  tx: Tx,
  viewer: Pick<SignedIn, 'admin'>,
): Promise<(product: number) => boolean> {
  if (viewer.admin) return () => false;
  const open = await tx
    .selectFrom('stock_counts')
    .select('products')
    .where('blind', '=', true)
    .where('ended_at', 'is', null)
    .execute();
  // Null: a count of all products.
  if (open.some(({ products }) => products === null)) return () => true;
  const counted = new Set(open.flatMap(({ products }) => products ?? []));
  return (product) => counted.has(product);
}
