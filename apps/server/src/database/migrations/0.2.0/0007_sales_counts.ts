import { type Kysely, sql } from 'kysely';

/**
 * The number of sales, so that a list need not read a million rows to know how many pages it has
 * (docs/decisions/0012-counted-sales.md). The counts cover the sales up to last_sale_id that are not
 * deleted; each list counts the few later ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Per day one row for each seller, and one without a seller for the whole shop.
    CREATE TABLE sales_counts (
      day date NOT NULL,
      seller_id integer,
      seller_name text,
      live integer NOT NULL CHECK (live >= 0),
      UNIQUE NULLS NOT DISTINCT (seller_id, seller_name, day),
      CHECK ((seller_id IS NULL) = (seller_name IS NULL))
    );
    CREATE TABLE sales_counts_progress (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      last_sale_id integer NOT NULL CHECK (last_sale_id >= 0)
    );
    INSERT INTO sales_counts_progress (last_sale_id) VALUES (0);

    -- The row lock keeps last_sale_id where it is until the deletion is committed, so a sale is subtracted
    -- exactly if it was counted. Concurrent deletions wait for each other.
    CREATE FUNCTION subtract_deleted_sale() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted integer;
    BEGIN
      SELECT last_sale_id INTO counted FROM sales_counts_progress FOR UPDATE;
      IF NEW.id <= counted THEN
        UPDATE sales_counts SET live = live + CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END
        WHERE day = NEW.business_day
          AND (seller_id IS NULL OR seller_id = NEW.seller_id AND seller_name = NEW.seller_name);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER deleted_sale_is_subtracted AFTER UPDATE OF deleted_at ON sales
    FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
    EXECUTE FUNCTION subtract_deleted_sale();
  `.execute(db);
}
