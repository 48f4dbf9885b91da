import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrateTo } from '../database/migrate.ts';
import type { Client } from '../database/open/single-connection.ts';
import { type BackupHead, openBody } from './backup-file.ts';
import { type Part, readParts } from './backup-frames.ts';
import type { Work } from './progress.ts';
import type { ShopFile } from './shop-files.ts';
import { countRows, type ShopTable, shopTables, sumBooks } from './snapshot.repository.ts';

const LOADING = 20_260_021;

export type CheckedBackup = { file: string; head: BackupHead };

/**
 * Loads a checked backup into an empty database and compares every row with it, in one transaction:
 * schema of the backup's time, rows, sequences, sums. `saveFiles` receives the shop's own files before
 * the commit. Throws when anything differs, and then leaves nothing in the database.
 */
export async function loadShop(
  client: Client,
  { file, head }: CheckedBackup,
  { onProgress, signal }: Work,
  saveFiles: (files: ShopFile[]) => Promise<void> = async () => {},
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOADING]);
    await migrateTo(client, head.migrations, head.balcao);
    const tables = await shopTables(client);
    refuseOtherTables(tables, head);
    const foreignKeys = await dropForeignKeys(client);
    const files: ShopFile[] = [];
    const hashes = new Map<string, string>();
    let bytes = 0;
    const onChunk = (chunk: Buffer) => {
      bytes += chunk.length;
      onProgress('load', bytes);
    };
    for await (const part of readParts(await openBody(file, signal))) {
      const { kind, name, content } = part;
      if (kind === 'file') {
        files.push({ name, content: await buffer(content) });
        continue;
      }
      const table = tables.find((each) => each.name === name);
      if (!table || hashes.has(name)) throw new Error(`O backup tem uma tabela a mais: ${name}.`);
      hashes.set(name, await copyTable(client, table, part, onChunk, signal));
    }
    for (const statement of foreignKeys) await client.query(statement);
    for (const { name, last } of head.sequences) {
      await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, last]);
    }
    onProgress('compare');
    await refuseDifferences(client, tables, hashes, head, signal);
    await saveFiles(files);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Statements use the names in this database's own catalogue, never names read from a file. */
function refuseOtherTables(tables: ShopTable[], head: BackupHead): void {
  const shape = (list: { name: string; columns: string[] }[]) =>
    list.map(({ name, columns }) => `${name} (${columns})`).join('; ');
  if (shape(tables) !== shape(head.tables)) {
    throw new Error('O backup tem outras tabelas que as da versão do Balcão que ele diz ser.');
  }
}

/** Returns the statements that restore them: checking once at the end is faster than for each row. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/** Returns the hash of the table's rows as the backup holds them. */
async function copyTable(
  client: Client,
  { name, copyIn }: ShopTable,
  { content }: Part,
  onChunk: (chunk: Buffer) => void,
  signal: AbortSignal,
): Promise<string> {
  const quoted = client.escapeIdentifier(name);
  // The triggers would refuse rows of the past.
  await client.query(`ALTER TABLE ${quoted} DISABLE TRIGGER USER`);
  // Migrations add a row to some tables. In the audit even a DELETE of no rows fails, hence the count.
  if ((await countRows(client, name)) > 0) await client.query(`DELETE FROM ${quoted}`);
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of content) {
      hash.update(chunk);
      onChunk(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed, client.query(copyFrom(copyIn)), { signal });
  await client.query(`ALTER TABLE ${quoted} ENABLE TRIGGER USER`);
  return hash.digest('hex');
}

async function refuseDifferences(
  client: Client,
  tables: ShopTable[],
  hashes: Map<string, string>,
  head: BackupHead,
  signal: AbortSignal,
): Promise<void> {
  const differences: string[] = [];
  for (const { name, copyOut } of tables) {
    signal.throwIfAborted();
    const rows = await countRows(client, name);
    const expected = head.tables.find((table) => table.name === name)?.rows;
    if (rows !== expected) differences.push(`${name} tem ${rows} linhas e devia ter ${expected}`);
    const hash = createHash('sha256');
    for await (const chunk of client.query(copyTo(copyOut))) hash.update(chunk);
    if (hash.digest('hex') !== hashes.get(name)) differences.push(`${name} tem linhas diferentes`);
  }
  const books = await sumBooks(client);
  for (const sum of Object.keys(head.books) as (keyof typeof books)[]) {
    if (books[sum] !== head.books[sum]) {
      differences.push(`${sum} soma ${books[sum]} e devia somar ${head.books[sum]}`);
    }
  }
  if (differences.length > 0) throw new Error(`Na cópia, ${differences.join('; ')}.`);
}
