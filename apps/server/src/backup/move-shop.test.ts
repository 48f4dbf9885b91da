import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { openDatabase } from '../database/open.ts';
import { readShop } from '../database/shop.ts';
import { openDebianPostgres, whyNoDebianPostgres } from '../testing/debian-postgres.ts';
import { makeEmptyDatabase } from '../testing/empty-database.ts';
import { violations } from '../testing/invariants.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of this.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const { log } = keepLog();
let shop: Awaited<ReturnType<typeof openBackupShop>>;
let first: MadeBackup;

beforeAll(async () => {
  shop = await openBackupShop(afterAll);
  for (let sale = 0; sale < 3; sale++) await shop.sell();
  await writeFile(path.join(shop.dataDir, 'institution.json'), '{}');
  first = await shop.backup();
});

/** The shop moves to the server of `databaseUrl`, and from there into another data folder. */
async function moveThereAndBack(databaseUrl: string, name: string): Promise<void> {
  const folder = (suffix: string) => shop.folder(`${name}-${suffix}`);
  const there = { dataDir: folder('there'), databaseUrl, log };
  await restoreBackup({ ...there, file: first.file });
  expect(await readdir(there.dataDir)).toContain('institution.json');
  const other = { ...there, dataDir: folder('other'), file: first.file };
  await expect(restoreBackup(other)).rejects.toThrow('O banco de DATABASE_URL não está vazio');
  await checkShop(there);

  const second = await makeBackup({ ...there, backupDir: folder('backups') });
  const back = { dataDir: folder('back'), databaseUrl: undefined, log };
  await restoreBackup({ ...back, file: second.file });
  await checkShop(back);
  const { books, tables, sequences, shopId } = first.head;
  expect(second.head).toMatchObject({ books, tables, sequences, shopId });
}

/** Opens the shop as a start does. */
async function checkShop(options: Parameters<typeof openDatabase>[0]): Promise<void> {
  const { connection, close } = await openDatabase(options, log);
  try {
    expect(await violations(connection.db)).toEqual([]);
    expect((await readShop(connection.db)).id).toBe(first.head.shopId);
  } finally {
    await close();
  }
}

test('a shop moves from a data folder to an empty database of another server and back', async () => {
  await moveThereAndBack(await makeEmptyDatabase(), 'server');
});

test('a shop moves to PostgreSQL 15, sorted by other rules, and back, without REPLICATION', async ({
  skip,
}) => {
  const why = whyNoDebianPostgres();
  if (why) skip(why);
  const { url, query } = await openDebianPostgres();
  await query('CREATE ROLE loja LOGIN NOSUPERUSER NOREPLICATION');
  await query('ALTER DATABASE loja OWNER TO loja');
  await moveThereAndBack(url('loja').replace('dono@', 'loja@'), 'debian');
});
