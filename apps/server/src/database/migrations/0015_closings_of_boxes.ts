import { type Kysely, sql } from 'kysely';

/** Closings may hold corrections, and may be of a box instead of a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE closings
      DROP CONSTRAINT closings_sales_count_check,
      DROP CONSTRAINT closings_total_cents_check,
      DROP CONSTRAINT closings_seller_id_day_version_key,
      ADD COLUMN box_id integer UNIQUE REFERENCES cash_boxes,
      ADD COLUMN corrections_count integer NOT NULL DEFAULT 0 CHECK (corrections_count >= 0),
      ADD COLUMN refunds_count integer NOT NULL DEFAULT 0
        CHECK (refunds_count BETWEEN 0 AND corrections_count),
      ADD COLUMN returned_cents bigint NOT NULL DEFAULT 0 CHECK (returned_cents >= 0),
      ADD CHECK (sales_count >= 0),
      ADD CHECK (total_cents + returned_cents >= 0),
      ADD CHECK (box_id IS NOT NULL OR sales_count + corrections_count > 0),
      -- Change that net payments took from anything but cash. Null: a closing of 0.2.0 did not count it.
      ADD COLUMN change_not_cash_cents bigint CHECK (change_not_cash_cents >= 0),
      ADD COLUMN change_not_cash_sales integer CHECK (change_not_cash_sales >= 0),
      ADD CHECK ((change_not_cash_cents IS NULL) = (change_not_cash_sales IS NULL));
    CREATE UNIQUE INDEX closings_of_day ON closings (seller_id, day, version) WHERE box_id IS NULL;

    ALTER TABLE closing_payments
      DROP CONSTRAINT closing_payments_net_cents_check,
      ADD CHECK (net_cents <> 0);

    CREATE TABLE closing_corrections (
      closing_id integer NOT NULL REFERENCES closings,
      correction_id integer NOT NULL REFERENCES corrections,
      PRIMARY KEY (closing_id, correction_id)
    );
    CREATE TRIGGER no_late_lines AFTER INSERT ON closing_corrections REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_lines('closings', 'closing_id');

    -- As isCash of the domain.
    CREATE FUNCTION is_cash(method text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    RETURN fold_text(method) ~ 'dinheiro|especie';
  `.execute(db);
}
