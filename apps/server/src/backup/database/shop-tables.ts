import type pg from 'pg';
import type { BackupHead, Books } from '../backup-head.ts';

/** A table as it is copied: names are quoted, generated columns are left out. */
export type ShopTable = { name: string; columns: string[]; copyOut: string; copyIn: string };

/**
 * The tables of the shop, in order of name, from the database's own catalogue. Text is ordered by its
 * bytes ("C"), so that two servers with different collations copy the same rows in the same order.
 */
export async function shopTables(client: pg.Client): Promise<ShopTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(`
    SELECT c.relname AS name,
      ARRAY(
        SELECT quote_ident(a.attname) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        ORDER BY a.attnum
      ) AS columns,
      ARRAY(
        SELECT quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
        FROM (
          SELECT i.indkey FROM pg_index i
          WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
          ORDER BY i.indisprimary DESC, i.indexrelid LIMIT 1
        ) AS key, unnest(key.indkey) WITH ORDINALITY AS part (attnum, n)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.attnum
        ORDER BY n
      ) AS key
    FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
      AND c.relname NOT LIKE 'kysely\\_%'
    ORDER BY c.relname COLLATE "C"`);
  return rows.map(({ name, columns, key }) => {
    const table = client.escapeIdentifier(name);
    const list = columns.join(', ');
    return {
      name,
      columns,
      copyOut: `COPY (SELECT ${list} FROM ${table} ORDER BY ${key.join(', ')}) TO STDOUT`,
      copyIn: `COPY ${table} (${list}) FROM STDIN`,
    };
  });
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::integer AS rows FROM ${client.escapeIdentifier(table)}`,
  );
  return rows[0].rows;
}

export async function sumBooks(client: pg.Client): Promise<Books> {
  const { rows } = await client.query<Record<keyof Books, string>>(`
    SELECT
      (SELECT count(*) FROM sales WHERE deleted_at IS NULL) AS sales,
      (SELECT coalesce(sum(total_general_cents), 0) FROM sales WHERE deleted_at IS NULL) AS "totalCents",
      (SELECT coalesce(sum(total_cents), 0) FROM sale_items) AS "itemsCents",
      (SELECT coalesce(sum(net_cents), 0) FROM sale_payments) AS "netCents",
      (SELECT coalesce(sum(total_cents), 0) FROM closings) AS "closingsCents"`);
  const [sums] = rows;
  if (!sums) throw new Error('The sums of the books came back without a row');
  return {
    sales: Number(sums.sales),
    totalCents: Number(sums.totalCents),
    itemsCents: Number(sums.itemsCents),
    netCents: Number(sums.netCents),
    closingsCents: Number(sums.closingsCents),
  };
}

export async function readSequences(client: pg.Client): Promise<BackupHead['sequences']> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    SELECT sequencename AS name, last_value AS last FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`);
  return rows.map(({ name, last }) => ({ name, last: Number(last) }));
}
