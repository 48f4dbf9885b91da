import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrations } from '../../database/migrations/index.ts';
import type { BackupHead } from '../backup-head.ts';
import type { Part } from '../body.ts';
import { countRows, type ShopTable, shopTables, sumBooks } from './shop-tables.ts';

export type Loading = {
  head: BackupHead;
  /** The parts of the backup's body, from the first table on. */
  tables: AsyncIterable<Part>;
  onBytes(bytes: number): void;
  /** Called when all rows are being compared. */
  onCompare(): void;
  signal: AbortSignal;
};

/**
 * Fills an empty database with a shop and compares every row with the backup, in one transaction: schema
 * of the backup's time, rows, sequences, sums. `beforeCommit` can still stop it. Throws, with nothing
 * left in the database, when anything differs.
 */
export async function loadShop(
  client: pg.Client,
  loading: Loading,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<void> {
  await client.query('BEGIN');
  try {
    await migrateTo(client, loading.head.migrations);
    const tables = await shopTables(client);
    refuseOtherTables(tables, loading.head);
    const foreignKeys = await dropForeignKeys(client);
    const hashes = await copyTables(client, tables, loading);
    for (const statement of foreignKeys) await client.query(statement);
    await setSequences(client, loading.head);
    loading.onCompare();
    await refuseDifferences(client, tables, hashes, loading);
    await beforeCommit();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Kysely wants a pool; this one has a single connection, which is already in a transaction. */
async function migrateTo(client: pg.Client, names: readonly string[]): Promise<void> {
  const known = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => names.includes(name)),
  );
  const connection = { query: client.query.bind(client), release: () => {} };
  const pool = { options: {}, connect: async () => connection, end: async () => {} };
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }),
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    disableTransactions: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Statements are built from this database's own names, never from what a file says. */
function refuseOtherTables(tables: ShopTable[], head: BackupHead): void {
  const shape = (list: { name: string; columns: string[] }[]) =>
    list.map(({ name, columns }) => `${name} (${columns})`).join('; ');
  if (shape(tables) !== shape(head.tables)) {
    throw new Error('O backup tem outras tabelas que as da versão do Balcão que ele diz ser.');
  }
}

/** Answers the statements that add them again: checked once at the end, instead of at each row. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/** Answers the hash of each table's rows as they stood in the backup. */
async function copyTables(
  client: pg.Client,
  tables: ShopTable[],
  { tables: parts, onBytes, signal }: Loading,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  let bytes = 0;
  for await (const { name, content } of parts) {
    const table = tables.find((each) => each.name === name);
    if (!table || hashes.has(name)) throw new Error(`O backup tem uma tabela a mais: ${name}.`);
    const quoted = client.escapeIdentifier(name);
    // They guard the past against a change, and the past is what comes back here.
    await client.query(`ALTER TABLE ${quoted} DISABLE TRIGGER USER`);
    // Some tables get their one row from a migration.
    if ((await countRows(client, name)) > 0) await client.query(`DELETE FROM ${quoted}`);
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        onBytes(bytes);
        yield chunk;
      }
    }
    await pipeline(hashed, client.query(copyFrom(table.copyIn)), { signal });
    await client.query(`ALTER TABLE ${quoted} ENABLE TRIGGER USER`);
    hashes.set(name, hash.digest('hex'));
  }
  return hashes;
}

async function setSequences(client: pg.Client, { sequences }: BackupHead): Promise<void> {
  for (const { name, last } of sequences) {
    await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last]);
  }
}

async function refuseDifferences(
  client: pg.Client,
  tables: ShopTable[],
  hashes: Map<string, string>,
  { head, signal }: Loading,
): Promise<void> {
  const differences: string[] = [];
  for (const { name, copyOut } of tables) {
    signal.throwIfAborted();
    const rows = await countRows(client, name);
    const wanted = head.tables.find((table) => table.name === name)?.rows;
    if (rows !== wanted) differences.push(`${name} tem ${rows} linhas e devia ter ${wanted}`);
    const hash = createHash('sha256');
    for await (const chunk of client.query(copyTo(copyOut))) hash.update(chunk);
    if (hash.digest('hex') !== hashes.get(name)) differences.push(`${name} tem linhas diferentes`);
  }
  const books = await sumBooks(client);
  for (const sum of Object.keys(books) as (keyof typeof books)[]) {
    if (books[sum] !== head.books[sum]) {
      differences.push(`${sum} soma ${books[sum]} e devia somar ${head.books[sum]}`);
    }
  }
  if (differences.length > 0) throw new Error(`Na cópia, ${differences.join('; ')}.`);
}
