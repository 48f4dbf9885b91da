import type { PriceRule } from '@balcao/contract/products/picked-products.ts';
import type { ProductFields } from '@balcao/contract/products/product-changes.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import type { Tables } from '../../database/tables.ts';
import type { ProductRow } from './products.repository.ts';

/** What a change in bulk can set of a product. */
export type State = Omit<ProductRow, 'id' | 'code' | 'name'> & { deleted: boolean };

/** What a change sets of one product, with what was there. */
export type Step = { id: number; old: Partial<State>; new: Partial<State> };

/** Returns its id. Throws a violation of product_changes_idempotency_key_key and product_changes_undoes_key. */
export async function insertProductChange(
  tx: Tx,
  change: Insertable<Tables['product_changes']>,
): Promise<number> {
  const inserted = tx.insertInto('product_changes').values(change).returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/** Sets the new values and keeps both. The caller has locked the products. */
export async function writeSteps(
  tx: Tx,
  { changeId, by }: { changeId: number; by: number },
  steps: readonly Step[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
    AS step (id integer, old jsonb, new jsonb)`;
  const isDeleted = sql`(step.new -> 'deleted')::boolean`;
  await sql`
    UPDATE products AS p SET
      price_cents = coalesce((step.new -> 'price_cents')::integer, p.price_cents),
      active = coalesce((step.new -> 'active')::boolean, p.active),
      pinned = coalesce((step.new -> 'pinned')::boolean, p.pinned),
      income = CASE WHEN step.new ? 'income' THEN step.new ->> 'income' ELSE p.income END,
      deleted_at = CASE WHEN step.new ? 'deleted'
        THEN CASE WHEN ${isDeleted} THEN now() END ELSE p.deleted_at END,
      deleted_by = CASE WHEN step.new ? 'deleted'
        THEN CASE WHEN ${isDeleted} THEN ${by}::integer END ELSE p.deleted_by END
    FROM ${given} WHERE p.id = step.id`.execute(tx);
  await sql`
    INSERT INTO product_change_products (change_id, product_id, old, new)
    SELECT ${changeId}::integer, id, old, new FROM ${given}`.execute(tx);
}

export type ProductChangeRow = {
  id: number;
  created_at: Date;
  made_by_name: string;
  /** One of these two is null. */
  rule: PriceRule | null;
  fields: ProductFields | null;
  products: number;
  /** The day in which it may be undone is not over. */
  recent: boolean;
  undone_at: Date | null;
  undone_by: string | null;
  undone_products: number;
};

const countProducts = (change: 'c' | 'u') => sql`(
  SELECT count(*) FROM product_change_products WHERE change_id = ${sql.ref(`${change}.id`)})`;

const productChange = sql`
  SELECT c.id, c.created_at, c.made_by_name, c.rule, c.fields, ${countProducts('c')} AS products,
    c.created_at > now() - interval '24 hours' AS recent,
    u.created_at AS undone_at, u.made_by_name AS undone_by, ${countProducts('u')} AS undone_products
  FROM product_changes c LEFT JOIN product_changes u ON u.undoes = c.id
  WHERE c.undoes IS NULL`;

export async function findProductChange(db: Db, id: number): Promise<ProductChangeRow | undefined> {
  const { rows } = await sql<ProductChangeRow>`${productChange} AND c.id = ${id}`.execute(db);
  return rows[0];
}

/** The newest first. */
export async function lastProductChanges(db: Db, limit: number): Promise<ProductChangeRow[]> {
  const { rows } = await sql<ProductChangeRow>`
    ${productChange} ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export type ChangedProduct = { id: number; code: string; name: string; price_cents: Cents } & Omit<
  State,
  'price_cents'
> &
  Step & {
    /** All that the change made is still so, and may be taken back: nobody else has got the code of a deleted one. */
    still: boolean;
    /** An undoing has brought the old values back. */
    restored: boolean;
  };

/** The products of a change as they are now, by name. */
export async function productsOfChange(db: Db, changeId: number): Promise<ChangedProduct[]> {
  const { rows } = await sql<ChangedProduct>`
    SELECT p.id, p.code, p.name, p.price_cents, p.active, p.pinned, p.income, state.deleted, c.old, c.new,
      to_jsonb(state) @> c.new AND (c.new ? 'deleted' OR NOT state.deleted)
        AND NOT (state.deleted AND EXISTS (
          SELECT FROM (
            SELECT code FROM products WHERE deleted_at IS NULL
            UNION ALL SELECT code FROM material_lists WHERE deleted_at IS NULL) AS other
          WHERE lower(other.code COLLATE pg_catalog."und-x-icu") = lower(p.code COLLATE pg_catalog."und-x-icu")))
        AS still,
      EXISTS (
        SELECT FROM product_changes u JOIN product_change_products r ON r.change_id = u.id
        WHERE u.undoes = ${changeId} AND r.product_id = p.id) AS restored
    FROM product_change_products c JOIN products p ON p.id = c.product_id,
      LATERAL (SELECT p.price_cents, p.active, p.pinned, p.income, p.deleted_at IS NOT NULL AS deleted) AS state
    WHERE c.change_id = ${changeId}
    ORDER BY ${inPortugueseOrder('p.name')}, p.id`.execute(db);
  return rows;
}
