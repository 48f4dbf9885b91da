import { expect, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open.ts';
import { readConfig } from '../program/config.ts';
import { makeEmptyDatabase } from '../testing/app.ts';
import { readHead } from './backup-file.ts';
import { shopBackups } from './shop-backups.ts';
import { backupsIn, openBackupShop, openFolder } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of this.
vi.setConfig({ testTimeout: 90_000 });

const noop = { up: async () => {} };
const nextVersion: typeof migrations = { ...migrations, '9999_next': noop };

test('an upgrade of a shop with data makes a backup first; without one nothing is changed', async () => {
  const printed: string[] = [];
  const shop = await openBackupShop();
  const { dataDir } = shop;
  const backupDir = `${dataDir}/backups`;
  const open = async (env: Record<string, string> = {}, known = nextVersion) => {
    const config = readConfig({ DATA_DIR: dataDir, ...env }, '/');
    const backups = shopBackups(config, keepLog().log, (line) => void printed.push(line));
    await (await openFolder(dataDir, { before: backups.beforeUpgrade, known })).close();
  };
  await shop.sell();
  await shop.close();

  // A file is in the place of the folder.
  const impossible = { BACKUP_DIR: `${dataDir}/balcao_app.password` };
  await expect(open(impossible)).rejects.toThrow(
    /9999_next.*preciso um backup[\s\S]*Nada foi mudado.*UPGRADE_WITHOUT_BACKUP=1/,
  );
  await (await openFolder(dataDir)).close(); // this version still opens it

  await open();
  const [file = '', ...others] = await backupsIn(backupDir);
  expect(others).toEqual([]);
  const head = await readHead(`${backupDir}/${file}`);
  expect(head.migrations).toEqual(Object.keys(migrations));
  expect(head.books.sales).toBe(1);
  expect(printed.at(-1)).toContain(file);

  // Now nothing is left to change, and the older version refuses the newer schema.
  await open();
  expect(await backupsIn(backupDir)).toEqual([file]);
  await expect(openFolder(dataDir)).rejects.toThrow(/versão mais nova do Balcão.*npm run restore/);

  // The operator may upgrade without a backup.
  printed.length = 0;
  await open({ UPGRADE_WITHOUT_BACKUP: '1' }, { ...nextVersion, '9999_other': noop });
  expect(printed).toEqual([expect.stringContaining('Sem backup')]);
  expect(await backupsIn(backupDir)).toEqual([file]);
});

test('a new shop is made without a backup', async () => {
  const before = vi.fn();
  const options = { dataDir: '/nowhere', databaseUrl: await makeEmptyDatabase() };
  await (await openDatabase({ ...options, migrating: { before } }, keepLog().log)).close();
  expect(before).not.toHaveBeenCalled();
});
