import { type Kysely, sql } from 'kysely';

/**
 * How many sales there are, so that a list need not read a million rows to say how many pages it has
 * (docs/decisions/0012-counted-sales.md). Counted are the sales up to an id; those after it are few and
 * are counted when somebody asks. A sale writes nothing here and waits for nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of each day and each month, which its first day names: of a seller, and without one of the shop. A
  // list finds its page by the months and then by the days of the month.
  await sql`
    CREATE TABLE sales_counts (
      grain text NOT NULL CHECK (grain IN ('day', 'month')),
      first_day date NOT NULL,
      seller_id integer,
      seller_name text,
      live integer NOT NULL CHECK (live >= 0),
      UNIQUE NULLS NOT DISTINCT (grain, seller_id, seller_name, first_day),
      CHECK ((seller_id IS NULL) = (seller_name IS NULL))
    )
  `.execute(db);
  await sql`
    CREATE TABLE sales_counted (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      up_to integer NOT NULL CHECK (up_to >= 0)
    )
  `.execute(db);

  // Another server may still be selling: what it has taken an id for is waited for, this once.
  await sql`LOCK TABLE sales IN SHARE MODE`.execute(db);
  await sql`
    INSERT INTO sales_counts (grain, first_day, seller_id, seller_name, live)
    SELECT grain, first_day, seller_id, seller_name, count(*)
    FROM sales, (VALUES ('day'), ('month')) AS grains (grain),
      LATERAL (SELECT date_trunc(grain, business_day::timestamp)::date AS first_day) AS spans
    WHERE deleted_at IS NULL
    GROUP BY GROUPING SETS ((grain, first_day, seller_id, seller_name), (grain, first_day))
  `.execute(db);
  await sql`INSERT INTO sales_counted (up_to) SELECT coalesce(max(id), 0) FROM sales`.execute(db);

  // The lock keeps `up_to` where it is until the deletion is committed: a sale is taken out of the counts
  // if and only if it is in them. Deletions wait for each other, so that none meets another halfway.
  await sql`
    CREATE FUNCTION count_deleted_sale() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      counted integer;
    BEGIN
      SELECT up_to INTO counted FROM sales_counted FOR UPDATE;
      IF NEW.id <= counted THEN
        UPDATE sales_counts SET live = live + CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END
        WHERE first_day = date_trunc(grain, NEW.business_day::timestamp)::date
          AND (seller_id IS NULL OR seller_id = NEW.seller_id AND seller_name = NEW.seller_name);
      END IF;
      RETURN NULL;
    END $$
  `.execute(db);
  await sql`
    CREATE TRIGGER deleted_sale_is_counted AFTER UPDATE OF deleted_at ON sales
    FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
    EXECUTE FUNCTION count_deleted_sale()
  `.execute(db);

  // Of products nothing is counted in advance; what they are in is read in their own index, and of that
  // the deleted sales have to be left out. They are few, and a sale that is made is not among them.
  await sql`CREATE INDEX sales_deleted ON sales (id) WHERE deleted_at IS NOT NULL`.execute(db);

  // Nearly all of the audit is sales; what is rare in it was looked for row by row.
  await sql`
    CREATE INDEX audit_events_kind ON audit_events (action, at DESC, id DESC)
    WHERE action <> 'sale.created'
  `.execute(db);
  // With the id, which settles the order of one instant, a page is found in the index alone.
  await sql`CREATE INDEX audit_events_order ON audit_events (at DESC, id DESC)`.execute(db);
  await sql`DROP INDEX audit_events_at`.execute(db);
}
