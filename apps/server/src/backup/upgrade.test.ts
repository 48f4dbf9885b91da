import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { migrations } from '../database/migrations/index.ts';
import { readConfig } from '../program/config.ts';
import { readHead } from './backup-file.ts';
import { shopBackups } from './shop-backups.ts';
import { makeFolders, openBackupShop, openFolder } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000 });

const NEXT = {
  up: async (db: Kysely<unknown>) => {
    await sql`CREATE TABLE of_the_next_version (id integer)`.execute(db);
  },
};
const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.backup'));
const nextVersion = { ...migrations, '9999_next': NEXT };

test('an upgrade of a shop with data makes a backup first; without one nothing is changed', async () => {
  const { dataDir } = await makeFolders();
  const told: string[] = [];
  const upgrade = (env: Record<string, string> = {}) => {
    const config = readConfig({ DATA_DIR: dataDir, ...env }, '/');
    const backups = shopBackups(config, keepLog().log);
    const before = (pending: string[]) =>
      backups.beforeUpgrade(pending, (line) => void told.push(line));
    return openFolder(dataDir, { before, known: nextVersion });
  };
  const shop = await openBackupShop(dataDir, onTestFinished);
  await shop.sell();
  await shop.close();

  // A file stands where the folder should be.
  const impossible = { BACKUP_DIR: `${dataDir}/balcao_app.password` };
  await expect(upgrade(impossible)).rejects.toThrow(
    /9999_next.*preciso um backup[\s\S]*Nada foi mudado.*UPGRADE_WITHOUT_BACKUP=1/,
  );
  await (await openFolder(dataDir)).close(); // this version still opens it

  const database = await upgrade();
  await database.close();
  const [file = '', ...others] = await backupsIn(`${dataDir}/backups`);
  expect(others).toEqual([]);
  const head = await readHead(`${dataDir}/backups/${file}`);
  expect(head.migrations).toEqual(Object.keys(migrations));
  expect(head.books.sales).toBe(1);
  expect(told.at(-1)).toContain(file);

  // Now there is nothing to change, and this version knows better than to touch it.
  await (await upgrade()).close();
  expect(await readdir(`${dataDir}/backups`)).toHaveLength(2);
  await expect(openFolder(dataDir)).rejects.toThrow(/versão mais nova do Balcão.*npm run restore/);
});

test('a new shop is made without a backup, and the operator may go without', async () => {
  const { dataDir } = await makeFolders();
  const told: string[] = [];
  const config = readConfig({ DATA_DIR: dataDir, UPGRADE_WITHOUT_BACKUP: '1' }, '/');
  const backups = shopBackups(config, keepLog().log);
  const before = (pending: string[]) =>
    backups.beforeUpgrade(pending, (line) => void told.push(line));
  await (await openFolder(dataDir, { before })).close();
  expect(told).toEqual([]);
  await (await openFolder(dataDir, { before, known: nextVersion })).close();
  expect(told).toEqual([expect.stringContaining('Sem backup')]);
  await expect(readdir(config.backupDir)).rejects.toThrow('ENOENT');
});
