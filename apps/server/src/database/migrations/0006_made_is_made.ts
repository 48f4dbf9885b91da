import { type Kysely, sql } from 'kysely';

/**
 * Who may add rows could still add an item, a payment or a closing's line to something made long ago, and
 * so change what paper says. Lines are therefore taken only in the transaction that makes their sale or
 * closing. (A savepoint around the making would count as another transaction; nothing here uses one.)
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [lines, parent, key] of [
    ['sale_items', 'sales', 'sale_id'],
    ['sale_payments', 'sales', 'sale_id'],
    ['closing_payments', 'closings', 'closing_id'],
    ['closing_sales', 'closings', 'closing_id'],
  ] as const) {
    const refusal = sql.id(`refuse_late_${lines}`);
    await sql`
      CREATE FUNCTION ${refusal}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (
          SELECT FROM added JOIN ${sql.table(parent)} AS made ON made.id = added.${sql.id(key)}
          WHERE made.xmin <> pg_current_xact_id()::xid
        ) THEN
          RAISE EXCEPTION 'what has been made gets no more lines' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NULL;
      END $$
    `.execute(db);
    await sql`
      CREATE TRIGGER no_late_lines AFTER INSERT ON ${sql.table(lines)}
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${refusal}()
    `.execute(db);
  }
}
