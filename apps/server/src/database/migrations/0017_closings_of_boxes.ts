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
      ADD CHECK (box_id IS NOT NULL OR sales_count + corrections_count > 0);
    CREATE UNIQUE INDEX closings_of_day ON closings (seller_id, day, version) WHERE box_id IS NULL;

    ALTER TABLE closing_payments
      DROP CONSTRAINT closing_payments_net_cents_check,
      ADD CHECK (net_cents <> 0);

    CREATE TABLE closing_corrections (
      closing_id integer NOT NULL REFERENCES closings,
      correction_id integer NOT NULL REFERENCES corrections,
      PRIMARY KEY (closing_id, correction_id)
    );
    CREATE TRIGGER no_late_lines AFTER INSERT ON closing_corrections
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_closing_lines();
  `.execute(db);
}
