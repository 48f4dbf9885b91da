import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountFor } from './account.ts';
import { findBinaries } from './binaries.ts';
import { DamagedDatabase, damageIn } from './damaged.ts';
import { run } from './launch.ts';
import { waitUntilReady } from './readiness.ts';
import { spawnServer } from './server-process.ts';
import { serverSettings } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { clusterOf, keepLog, makeShopFolder, openServer } from './testing/shop-folder.ts';

const { log } = keepLog();

test('a postgres folder that holds no cluster is not written over', async () => {
  const dataDir = await makeShopFolder();
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await expect(openServer(dataDir)).rejects.toThrow(/não guarda um banco/);
});

test('what is not ours to open, or could lose sales, is refused with its name and left alone', async () => {
  const dataDir = await makeShopFolder();
  const cluster = clusterOf(dataDir);
  const passwordFile = join(dataDir, 'postgres', 'superuser-password');
  const first = await openServer(dataDir);
  // ALTER SYSTEM writes a file, which the server's arguments outrank.
  await first.query('ALTER SYSTEM SET fsync = off');
  await first.stop();

  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  await expect(openServer(dataDir)).rejects.toThrow(
    /são do PostgreSQL 17, .* usa o 18\. Nada foi mudado.*pg_dump/,
  );
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');
  await writeFile(join(cluster, 'PG_VERSION'), '18\n');

  const password = await readFile(passwordFile, 'utf8');
  await writeFile(passwordFile, 'outra');
  await expect(openServer(dataDir)).rejects.toThrow(/recusou o Balcão/);
  await writeFile(passwordFile, password);

  // Without its files it opens, and refuses every connection.
  await rename(join(cluster, 'base'), join(dataDir, 'base'));
  await expect(openServer(dataDir)).rejects.toThrow(DamagedDatabase);
  await rename(join(dataDir, 'base'), join(cluster, 'base'));

  // None of these refusals kept the folder's lock.
  const second = await openServer(dataDir);
  expect(await second.query('SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await second.stop();
  for (const [name, value, reason] of [
    ['fsync', 'off', 'com fsync=off'],
    ['full_page_writes', 'off', 'com full_page_writes=off'],
    ['shared_buffers', 'x', 'não abriu (código 1): '],
  ] as const) {
    expect(await openWith(dataDir, { [name]: value }, password)).toContain(reason);
  }

  const third = await openServer(dataDir);
  await third.query('ALTER ROLE postgres SET synchronous_commit = off');
  await third.stop();
  await expect(openServer(dataDir)).rejects.toThrow(/synchronous_commit=off/);

  for (const [flag, reason] of [
    ['--no-data-checksums', 'data_checksums=off'],
    ['--encoding=LATIN1', 'server_encoding=LATIN1'],
  ] as const) {
    await rm(cluster, { recursive: true });
    const binaries = await findBinaries();
    const account = await accountFor(cluster, binaries, dataDir, log);
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', '--locale=C', '--no-sync', flag];
    const command = [binaries.initdb, '-D', cluster, `--pwfile=${passwordFile}`, ...options];
    expect(await run(account, command, 30_000)).toMatchObject({ ok: true });
    await expect(openServer(dataDir)).rejects.toThrow(reason);
  }
});

test.each([
  ['LOG:  invalid checkpoint record\nLOG:  database system is shut down', true],
  ['DETAIL:  Could not open file "pg_xact/0000": No such file or directory.', true],
  ['FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device', false],
  ['FATAL:  could not open file "global/pg_control": Permission denied', false],
  ['FATAL:  could not create lock file "/tmp/.s.PGSQL.5432.lock": No such file', false],
])('damage is told from what else stops PostgreSQL: %s', (words, isDamage) => {
  expect(damageIn(words) !== undefined).toBe(isDamage);
});

/** Opens the cluster with other settings and returns the reason why it was refused. */
async function openWith(dataDir: string, settings: Record<string, string>, password: string) {
  const folder = clusterOf(dataDir);
  const binaries = await findBinaries();
  const account = await accountFor(folder, binaries, dataDir, log);
  const host = await makeSocketFolder(join(dataDir, 'postgres'), account);
  const server = await spawnServer({
    account,
    postgres: binaries.postgres,
    folder,
    settings: { ...serverSettings(host), ...settings },
    logFile: join(dataDir, 'postgres.log'),
    stalePid: null,
  });
  const superuser = { host, port: 5432, user: 'postgres', password, database: 'postgres' };
  try {
    await waitUntilReady(server, superuser, log);
    return 'opened';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await server.end(log);
  }
}
