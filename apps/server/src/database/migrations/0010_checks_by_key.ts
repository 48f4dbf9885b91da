import { type Kysely, sql } from 'kysely';

/**
 * The checks of a sale read by key, however small the table was when a session planned them. As a join, the
 * look for late lines was planned on a nearly empty table as a scan of it, and the plan is kept until the
 * next ANALYZE: each sale of a busy first hour read all the sales before it, twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [lines, parent, key] of [
    ['sale_items', 'sales', 'sale_id'],
    ['sale_payments', 'sales', 'sale_id'],
    ['closing_payments', 'closings', 'closing_id'],
    ['closing_sales', 'closings', 'closing_id'],
  ] as const) {
    await sql`
      CREATE OR REPLACE FUNCTION ${sql.id(`refuse_late_${lines}`)}() RETURNS trigger LANGUAGE plpgsql
      SET enable_seqscan = off AS $$
      BEGIN
        IF EXISTS (
          SELECT FROM added
          WHERE (SELECT made.xmin FROM ${sql.table(parent)} AS made WHERE made.id = added.${sql.id(key)})
            <> pg_current_xact_id()::xid
        ) THEN
          RAISE EXCEPTION 'what has been made gets no more lines' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END $$
    `.execute(db);
  }
  await sql`ALTER FUNCTION refuse_sale_that_does_not_add_up() SET enable_seqscan = off`.execute(db);
}
