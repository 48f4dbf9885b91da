import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trimServerLog } from './server-process.ts';
import {
  clusterOf,
  makeShopFolder,
  openServer,
  postmasterOf,
  query,
} from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

test('the first start makes a cluster that later starts open again', async () => {
  const dataDir = await makeShopFolder();
  const first = await openServer(dataDir);
  await first.query("CREATE TABLE sale AS SELECT 'vendido' AS state");
  await first.stop();
  await first.stop();

  const second = await openServer(dataDir);
  expect(await second.query('SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);
  expect(second.superuser).toEqual(first.superuser);
  expect((await readdir(dataDir)).sort()).toEqual(['balcao.lock', 'postgres', 'postgres.log']);

  // It uses UTF-8, Portuguese and UTC, and no other user or machine can connect.
  expect(
    await second.query(
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
  // Root's PostgreSQL is another user's, who passes through it.
  expect(await mode()).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  const stranger = { ...second.superuser, password: 'outra' };
  await expect(query(stranger, 'SELECT 1')).rejects.toThrow(/password/);

  // A full log is put aside while the server goes on writing to it.
  const log = join(dataDir, 'postgres.log');
  await appendFile(log, 'old line\n');
  const { size } = await stat(log);
  await trimServerLog(log, size);
  expect(await readdir(dataDir)).not.toContain('postgres.log.1');
  await trimServerLog(log, size - 1);
  await second.query("DO $$ BEGIN RAISE WARNING 'new line'; END $$");
  expect(await readFile(`${log}.1`, 'utf8')).toMatch(/old line\n$/);
  expect(await readFile(log, 'utf8')).toMatch(/^[^\n]*new line\n/);
});

test('the folder may have any name, LANG and TZ any value, and Ctrl+C reaches Node alone', async () => {
  const dataDir = await makeShopFolder({ inside: 'Área de "Trabalho", loja nº 1' });
  const { LANG, LC_ALL, ...env } = process.env;
  const odd = { TZ: 'Nowhere/Atlantis', PGDATA: '/x', PGSSLMODE: 'require' };
  const shop = openShop(dataDir, { ...env, ...odd });
  const superuser = await shop.ready();
  const postmaster = await postmasterOf(dataDir);
  process.kill(-shop.pid, 'SIGINT');
  await shop.reached('SIGINT');
  expect(await query(superuser, "SELECT current_setting('server_encoding') AS e")).toEqual([
    { e: 'UTF8' },
  ]);
  expect(await postmasterOf(dataDir)).toBe(postmaster);
  expect(await shop.close()).toBe(0);
  await expect(stat(join(clusterOf(dataDir), 'postmaster.pid'))).rejects.toThrow(/ENOENT/);
});

test('a path too long for a socket gets a private temporary folder, removed at the end', async () => {
  const { superuser, query, stop } = await openServer(
    await makeShopFolder({ inside: 'loja'.repeat(30) }),
  );
  expect(superuser.host).not.toContain('loja');
  expect((await stat(superuser.host)).mode & 0o777).toBe(0o700);
  expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await stop();
  await expect(stat(superuser.host)).rejects.toThrow(/ENOENT/);
});
