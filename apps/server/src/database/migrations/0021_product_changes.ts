import { type Kysely, sql } from 'kysely';

/**
 * Whose income a product is: the college's, the school's, or (null) that of both. The changes of prices in bulk
 * become those of products: each names the fields of a product with their old and new values, by which it is
 * undone. `fields` is what was set; a change of prices has a rule instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE products ADD COLUMN income text CHECK (income IN ('college', 'school'));

    ALTER TABLE price_changes RENAME TO product_changes;
    ALTER TABLE product_changes
      RENAME CONSTRAINT price_changes_idempotency_key_key TO product_changes_idempotency_key_key;
    ALTER TABLE product_changes RENAME CONSTRAINT price_changes_undoes_key TO product_changes_undoes_key;
    ALTER TABLE product_changes
      ADD COLUMN fields jsonb,
      DROP CONSTRAINT price_changes_check1,
      ADD CHECK (num_nulls(idempotency_key, request_hash) = CASE WHEN undoes IS NULL THEN 0 ELSE 2 END),
      ADD CHECK (num_nonnulls(rule, fields, undoes) = 1);

    ALTER TABLE price_change_products RENAME TO product_change_products;
    ALTER TABLE product_change_products ADD COLUMN old jsonb, ADD COLUMN new jsonb;
    UPDATE product_change_products
    SET old = jsonb_build_object('price_cents', old_cents), new = jsonb_build_object('price_cents', new_cents);
    ALTER TABLE product_change_products
      DROP COLUMN old_cents, DROP COLUMN new_cents,
      ALTER COLUMN old SET NOT NULL, ALTER COLUMN new SET NOT NULL, ADD CHECK (old <> new);
  `.execute(db);
}
