import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  clusterOf,
  keepLog,
  makeShopFolder,
  postmasterOf,
  query,
  stopAfterTest,
} from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

const { log } = keepLog();

test('the first start makes a cluster that later starts open again, quickly', async () => {
  const dataDir = await makeShopFolder();
  const first = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  await query(first.superuser, "CREATE TABLE sale AS SELECT 'vendido' AS state");
  await first.stop();
  await first.stop();

  const began = performance.now();
  const second = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  expect(performance.now() - began).toBeLessThan(1500);
  expect(await query(second.superuser, 'SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);
  expect(second.superuser).toEqual(first.superuser);
  expect((await readdir(dataDir)).sort()).toEqual(['balcao.lock', 'postgres', 'postgres.log']);
});

test('it speaks UTF-8 and Portuguese, keeps UTC, and no other user or machine reaches it', async () => {
  const dataDir = await makeShopFolder();
  const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  expect(
    await query(
      superuser,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
        current_setting('listen_addresses') AS addresses,
        (SELECT datlocale FROM pg_database WHERE datname = 'template1') AS locale,
        (SELECT string_agg(name, ' ' ORDER BY name) FROM unnest('{zebra,água,Banana}'::text[]) name) AS names,
        (SELECT rolpassword LIKE 'SCRAM%' FROM pg_authid WHERE rolname = 'postgres') AS scram`,
    ),
  ).toEqual([
    {
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '',
      locale: 'pt-BR',
      names: 'água Banana zebra',
      scram: true,
    },
  ]);
  const mode = async (...path: string[]) => (await stat(join(dataDir, ...path))).mode & 0o777;
  expect(await mode('postgres', 'superuser-password')).toBe(0o600);
  expect(await mode('postgres', 'socket')).toBe(0o700);
  expect(await mode('postgres')).toBe(0o700);
  await expect(query({ ...superuser, password: 'outra' }, 'SELECT 1')).rejects.toThrow(/password/);
});

test('the folder may have any name, and LANG and TZ need not make sense', async () => {
  const dataDir = await makeShopFolder({ inside: 'Área de "Trabalho", loja nº 1' });
  const { LANG, LC_ALL, ...env } = process.env;
  const shop = openShop(dataDir, {
    ...env,
    TZ: 'Nowhere/Atlantis',
    PGDATA: '/x',
    PGSSLMODE: 'require',
  });
  const superuser = await shop.ready();
  expect(await query(superuser, "SELECT current_setting('server_encoding') AS e")).toEqual([
    { e: 'UTF8' },
  ]);
  expect(await shop.close()).toBe(0);
});

test('a path too long for a socket gets a private temporary folder, removed at the end', async () => {
  const dataDir = await makeShopFolder({ inside: 'loja'.repeat(30) });
  const postgres = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  const { host } = postgres.superuser;
  expect(host.startsWith(dataDir)).toBe(false);
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  expect(await query(postgres.superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  await expect(stat(host)).rejects.toThrow(/ENOENT/);
});

test('Ctrl+C in the terminal reaches Node and not the server', async () => {
  const dataDir = await makeShopFolder();
  const shop = openShop(dataDir);
  const superuser = await shop.ready();
  const postmaster = await postmasterOf(dataDir);
  process.kill(-shop.pid, 'SIGINT');
  await shop.reached('SIGINT');
  expect(await query(superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await postmasterOf(dataDir)).toBe(postmaster);
  expect(await shop.close()).toBe(0);
  await expect(stat(join(clusterOf(dataDir), 'postmaster.pid'))).rejects.toThrow(/ENOENT/);
});
