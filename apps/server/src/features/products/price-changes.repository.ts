import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords, inPortugueseOrder } from '../../database/listing.ts';
import { rowsOf } from '../../database/rows.ts';
import type { ProductRow } from './products.repository.ts';

/** The products that are not deleted, by name. */
export async function pickedProducts(db: Db, picked: PickedProducts): Promise<ProductRow[]> {
  return rowsOf<ProductRow>(db)`
    SELECT id, code, name, price_cents, active, pinned, income FROM products
    WHERE deleted_at IS NULL AND ${isPicked(picked)}
    ORDER BY ${inPortugueseOrder('name')}, id`;
}

function isPicked(picked: PickedProducts) {
  if ('ids' in picked) return sql`id = ANY (${picked.ids}::integer[])`;
  const { search, except = [] } = picked;
  return sql`${holdsWords(sql.ref('search_text'), search)} AND id <> ALL (${except}::integer[])`;
}

/** Sales that refer to the products do not wait for the lock, other changes of them do. */
export async function lockPrices(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM products WHERE id = ANY (${[...ids]}::integer[]) ORDER BY id FOR NO KEY UPDATE
  `.execute(tx);
}

/** The ids of the picked products, which are locked. */
export async function lockPicked(tx: Tx, picked: PickedProducts): Promise<number[]> {
  const ids = (await pickedProducts(tx, picked)).map((product) => product.id);
  await lockPrices(tx, ids);
  return ids;
}

export type PriceStepRow = {
  at: Date;
  by: string | null;
  action: string;
  from: number | null;
  to: number;
  /** It came from a file. */
  imported: boolean;
  /** An import that brought another price was undone. */
  undone: boolean;
};

/** The prices in the audit, in reais, the newest first. Every change of a product is in the audit. */
export async function priceSteps(
  db: Db,
  productId: number,
  limit: number,
): Promise<PriceStepRow[]> {
  return rowsOf<PriceStepRow>(db)`
    SELECT at, actor_name AS by, action, before -> 'price' AS "from", after -> 'price' AS "to",
      after ? 'imported' AS imported, after ? 'undone_change' AS undone
    FROM audit_events
    WHERE subject_id = ${productId} AND action LIKE 'product.%' AND jsonb_typeof(after -> 'price') = 'number'
      AND before -> 'price' IS DISTINCT FROM after -> 'price'
    ORDER BY id DESC LIMIT ${limit}`;
}
