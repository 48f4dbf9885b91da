import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupHead } from '../backup-head.ts';
import type { Part } from '../body.ts';
import { countRows, readSequences, shopTables, sumBooks } from './shop-tables.ts';

export type Snapshot = {
  head: Omit<BackupHead, 'takenAt' | 'balcao'>;
  tables: AsyncIterable<Part>;
};

/**
 * Opens one snapshot of the whole shop. It blocks nobody. The tables have to be read in order, on the
 * same connection, before it is closed.
 */
export async function takeSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await appliedMigrations(client);
  const { rows } = await client.query(
    "SELECT id, current_setting('server_version') AS version FROM shop",
  );
  const tables = await shopTables(client);
  const heads: BackupHead['tables'] = [];
  for (const { name, columns } of tables) {
    heads.push({ name, columns, rows: await countRows(client, name) });
  }
  async function* parts(): AsyncGenerator<Part> {
    for (const { name, copyOut } of tables) {
      yield { kind: 'table', name, content: client.query(copyTo(copyOut)) };
    }
  }
  return {
    head: {
      shopId: rows[0].id,
      postgres: rows[0].version,
      migrations,
      tables: heads,
      sequences: await readSequences(client),
      books: await sumBooks(client),
    },
    tables: parts(),
  };
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const there = await client.query("SELECT to_regclass('kysely_migration') IS NOT NULL AS there");
  if (!there.rows[0].there) throw new Error('Neste banco não há uma loja do Balcão.');
  const { rows } = await client.query('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}
