import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { openDatabase } from '../database/open.ts';
import { readShop } from '../database/shop.ts';
import { openDebianPostgres, whyNoDebianPostgres } from '../testing/debian-postgres.ts';
import { makeEmptyDatabase } from '../testing/empty-database.ts';
import { violations } from '../testing/invariants.ts';
import { readHead } from './backup-file.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { makeFolders, openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000 });

/** A shop in a data folder moves to the server of `databaseUrl` and back into another folder. */
async function moveThereAndBack(databaseUrl: string): Promise<void> {
  const { dataDir } = await makeFolders();
  const folder = (name: string) => path.join(dataDir, '..', name);
  const { log } = keepLog();
  const shop = await openBackupShop(dataDir, onTestFinished);
  for (let sale = 0; sale < 3; sale++) await shop.sell();
  await writeFile(path.join(dataDir, 'institution.json'), '{}');
  const first = await shop.backup();
  const { id } = await readShop(shop.db);
  await shop.close();

  const there = { dataDir: folder('there'), databaseUrl, log };
  await restoreBackup({ ...there, file: first.file });
  expect(await readdir(there.dataDir)).toContain('institution.json');
  await expect(
    restoreBackup({ ...there, dataDir: folder('other'), file: first.file }),
  ).rejects.toThrow('O banco de DATABASE_URL não está vazio');
  expect(await checkShop(there)).toBe(id);
  const second = await makeBackup({ ...there, backupDir: folder('backups') });

  const back = { dataDir: folder('back'), databaseUrl: undefined, log };
  await restoreBackup({ ...back, file: second.file });
  expect(await checkShop(back)).toBe(id);
  const [before, after] = [await readHead(first.file), await readHead(second.file)];
  expect(after.books).toEqual(before.books);
  expect(after.tables).toEqual(before.tables);
  expect(after.sequences).toEqual(before.sequences);
}

/** Opens the shop as a start does and answers its id. */
async function checkShop(shop: Parameters<typeof openDatabase>[0]): Promise<string> {
  const opened = await openDatabase(shop, keepLog().log);
  try {
    const { db } = opened.connection;
    expect(await violations(db)).toEqual([]);
    return (await readShop(db)).id;
  } finally {
    await opened.close();
  }
}

test('a shop moves from a data folder to an empty database of another server and back', async () => {
  await moveThereAndBack(await makeEmptyDatabase());
});

test('a shop moves to PostgreSQL 15, sorted by other rules, and back, without REPLICATION', async ({
  skip,
}) => {
  const why = whyNoDebianPostgres();
  if (why) skip(why);
  const { url, query } = await openDebianPostgres();
  await query('CREATE ROLE loja LOGIN NOSUPERUSER NOREPLICATION');
  await query('ALTER DATABASE loja OWNER TO loja');
  await moveThereAndBack(url('loja').replace('dono@', 'loja@'));
});
