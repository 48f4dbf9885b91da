import { type Kysely, sql } from 'kysely';

/**
 * Change that net payments took from anything but cash: found in all sales by a small index, and kept by each
 * closing. Null in the closings made before, which have not counted it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- As isCash of the domain.
    CREATE FUNCTION is_cash(method text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    RETURN fold_text(method) ~ 'dinheiro|especie';

    CREATE INDEX change_not_from_cash ON sale_payments (sale_id)
    WHERE net_cents < amount_cents AND NOT is_cash(method_name);

    ALTER TABLE closings
      ADD COLUMN change_not_cash_cents bigint CHECK (change_not_cash_cents >= 0),
      ADD COLUMN change_not_cash_sales integer CHECK (change_not_cash_sales >= 0),
      ADD CHECK ((change_not_cash_cents IS NULL) = (change_not_cash_sales IS NULL));
  `.execute(db);
}
