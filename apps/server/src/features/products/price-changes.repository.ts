import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords, inPortugueseOrder } from '../../database/listing.ts';
import type { ProductRow } from './products.repository.ts';

export type PickedProduct = Omit<ProductRow, 'price_cents'> & { price: Cents };

/** The products that are not deleted, by name. */
export async function pickedProducts(db: Db, picked: PickedProducts): Promise<PickedProduct[]> {
  const { rows } = await sql<PickedProduct>`
    SELECT id, code, name, price_cents AS price, active, pinned, income FROM products
    WHERE deleted_at IS NULL AND ${isPicked(picked)}
    ORDER BY ${inPortugueseOrder('name')}, id`.execute(db);
  return rows;
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
  const { rows } = await sql<PriceStepRow>`
    SELECT at, actor_name AS by, action, before -> 'price' AS "from", after -> 'price' AS "to",
      after ? 'imported' AS imported, after ? 'undone_change' AS undone
    FROM audit_events
    WHERE subject_id = ${productId} AND action LIKE 'product.%' AND jsonb_typeof(after -> 'price') = 'number'
      AND before -> 'price' IS DISTINCT FROM after -> 'price'
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
