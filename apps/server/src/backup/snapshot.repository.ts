import { to as copyTo } from 'pg-copy-streams';
import { whyNotData } from '../database/migrate.ts';
import type { Client } from '../database/open/single-connection.ts';
import type { BackupHead } from './backup-file.ts';
import type { Part } from './backup-frames.ts';

/**
 * Opens one snapshot of the whole shop, which blocks no other connection. Read the tables in order and
 * before the connection is closed.
 */
export async function takeSnapshot(client: Client) {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const found = await client.query(`
    SELECT of IS NOT NULL AS found, obj_description(of, 'pg_class') AS writer
    FROM to_regclass('kysely_migration') AS of`);
  if (!found.rows[0].found) throw new Error('Neste banco não há uma loja do Balcão.');
  const { rows } = await client.query('SELECT name FROM kysely_migration ORDER BY name');
  const migrations = rows.map(({ name }) => String(name));
  // This version could not prove the backup.
  const why = whyNotData(migrations, found.rows[0].writer ?? undefined);
  if (why) throw new Error(why);
  const shop = await client.query(
    "SELECT id, current_setting('server_version') AS version FROM shop",
  );
  const sequences = await client.query<{ name: string; last: string }>(`
    SELECT sequencename AS name, last_value AS last FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`);
  const tables = await shopTables(client);
  const tableHeads: BackupHead['tables'] = [];
  for (const { name, columns } of tables) {
    tableHeads.push({ name, columns, rows: await countRows(client, name) });
  }
  async function* parts(): AsyncGenerator<Part> {
    for (const { name, copyOut } of tables) {
      yield { kind: 'table', name, content: client.query(copyTo(copyOut)) };
    }
  }
  return {
    head: {
      shopId: shop.rows[0].id,
      postgres: shop.rows[0].version,
      migrations,
      tables: tableHeads,
      sequences: sequences.rows.map(({ name, last }) => ({ name, last: Number(last) })),
      books: await sumBooks(client),
    },
    tables: parts(),
  };
}

/** A table as it is copied: names are quoted, generated columns are left out. */
export type ShopTable = { name: string; columns: string[]; copyOut: string; copyIn: string };

/**
 * The shop's tables in order of name, from the database's own catalogue. Text is ordered by its bytes
 * ("C"), so that servers with different collations copy the same rows in the same order.
 */
export async function shopTables(client: Client): Promise<ShopTable[]> {
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

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::integer AS rows FROM ${client.escapeIdentifier(table)}`,
  );
  return rows[0].rows;
}

export async function sumBooks(client: Client): Promise<BackupHead['books']> {
  // A backup may be older than corrections.
  const found = await client.query(
    "SELECT to_regclass('correction_payments') IS NOT NULL AS found",
  );
  const corrected = found.rows[0].found
    ? '(SELECT coalesce(sum(net_cents), 0) FROM correction_payments)'
    : '0';
  // As float8, which pg returns as a number: exact below 2^53.
  const { rows } = await client.query(`
    SELECT
      (SELECT count(*) FROM sales WHERE deleted_at IS NULL)::float8 AS sales,
      (SELECT coalesce(sum(total_general_cents), 0) FROM sales WHERE deleted_at IS NULL)::float8
        AS "totalCents",
      (SELECT coalesce(sum(total_cents), 0) FROM sale_items)::float8 AS "itemsCents",
      (SELECT coalesce(sum(net_cents), 0) FROM sale_payments)::float8 AS "netCents",
      (SELECT coalesce(sum(total_cents), 0) FROM closings)::float8 AS "closingsCents",
      ${corrected}::float8 AS "correctionsCents"`);
  return rows[0];
}
