import type { PickedProducts, PriceRule } from '@balcao/contract/products/price-changes.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { holdsWords, inPortugueseOrder } from '../../database/listing.ts';
import type { Tables } from '../../database/tables.ts';

export type PricedProduct = { id: number; code: string; name: string; price: Cents };

/** A product whose price goes from `old` to `price`. */
export type NewPrice = PricedProduct & { old: Cents };

/** The products that are not deleted, by name. */
export async function pickedProducts(db: Db, picked: PickedProducts): Promise<PricedProduct[]> {
  const { rows } = await sql<PricedProduct>`
    SELECT id, code, name, price_cents AS price FROM products
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

/** Returns its id. Throws a violation of price_changes_idempotency_key_key and price_changes_undoes_key. */
export async function insertPriceChange(
  tx: Tx,
  change: Insertable<Tables['price_changes']>,
): Promise<number> {
  const inserted = tx.insertInto('price_changes').values(change).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

export async function setPrices(
  tx: Tx,
  changeId: number,
  products: readonly NewPrice[],
): Promise<void> {
  const changed = sql`(SELECT * FROM unnest(${products.map(({ id }) => id)}::integer[],
    ${products.map(({ old }) => old)}::integer[],
    ${products.map(({ price }) => price)}::integer[]) AS changed (id, old, new)) AS changed`;
  await sql`
    UPDATE products SET price_cents = changed.new FROM ${changed} WHERE products.id = changed.id
  `.execute(tx);
  await sql`
    INSERT INTO price_change_products (change_id, product_id, old_cents, new_cents)
    SELECT ${changeId}::integer, id, old, new FROM ${changed}`.execute(tx);
}

export type PriceChangeRow = {
  id: number;
  created_at: Date;
  made_by_name: string;
  rule: PriceRule;
  products: number;
  /** The day in which it may be undone is not over. */
  recent: boolean;
  undone_at: Date | null;
  undone_by: string | null;
  undone_products: number;
};

const countProducts = (change: 'c' | 'u') => sql`(
  SELECT count(*) FROM price_change_products WHERE change_id = ${sql.ref(`${change}.id`)})`;

const priceChange = sql`
  SELECT c.id, c.created_at, c.made_by_name, c.rule, ${countProducts('c')} AS products,
    c.created_at > now() - interval '24 hours' AS recent,
    u.created_at AS undone_at, u.made_by_name AS undone_by, ${countProducts('u')} AS undone_products
  FROM price_changes c LEFT JOIN price_changes u ON u.undoes = c.id
  WHERE c.undoes IS NULL`;

export async function findPriceChange(db: Db, id: number): Promise<PriceChangeRow | undefined> {
  const { rows } = await sql<PriceChangeRow>`${priceChange} AND c.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest first. */
export async function lastPriceChanges(db: Db, limit: number): Promise<PriceChangeRow[]> {
  const { rows } = await sql<PriceChangeRow>`
    ${priceChange} ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export type ChangedProduct = PricedProduct & {
  deleted: boolean;
  old: Cents;
  new: Cents;
  /** An undoing has brought the old price back. */
  restored: boolean;
};

/** The products of a change with their prices of now, by name. */
export async function productsOfChange(db: Db, changeId: number): Promise<ChangedProduct[]> {
  const { rows } = await sql<ChangedProduct>`
    SELECT p.id, p.code, p.name, p.price_cents AS price, p.deleted_at IS NOT NULL AS deleted,
      c.old_cents AS old, c.new_cents AS new,
      EXISTS (
        SELECT FROM price_changes u JOIN price_change_products r ON r.change_id = u.id
        WHERE u.undoes = ${changeId} AND r.product_id = p.id) AS restored
    FROM price_change_products c JOIN products p ON p.id = c.product_id
    WHERE c.change_id = ${changeId}
    ORDER BY ${inPortugueseOrder('p.name')}, p.id`.execute(db);
  return rows;
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
