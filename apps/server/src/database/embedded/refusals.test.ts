import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { run } from './launcher.ts';
import { findLauncher } from './reach.ts';
import { waitUntilReady } from './readiness.ts';
import { spawnServer } from './server-process.ts';
import { serverSettings } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { clusterOf, keepLog, makeShopFolder, query } from './testing/shop-folder.ts';

const { log } = keepLog();

test('data of another PostgreSQL version is refused and left alone', async () => {
  const dataDir = await makeShopFolder();
  await (await startEmbeddedPostgres({ dataDir, log })).stop();
  const versionFile = join(clusterOf(dataDir), 'PG_VERSION');
  await writeFile(versionFile, '17\n');
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    /são do PostgreSQL 17, .* usa o 18\. Nada foi mudado.*pg_dump/,
  );
  expect(await readFile(versionFile, 'utf8')).toBe('17\n');
  // The refusal gave the folder back.
  await writeFile(versionFile, '18\n');
  await (await startEmbeddedPostgres({ dataDir, log })).stop();
});

test('a postgres folder that holds no cluster is not written over', async () => {
  const dataDir = await makeShopFolder();
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/não guarda um banco/);
});

test('a lost or wrong password says so at once', async () => {
  const dataDir = await makeShopFolder();
  await (await startEmbeddedPostgres({ dataDir, log })).stop();
  await writeFile(join(dataDir, 'postgres', 'superuser-password'), 'outra');
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/recusou o Balcão/);
});

test('a server that could lose sales is refused by the name of the setting', async () => {
  const dataDir = await makeShopFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  // Written there by hand it has no effect: ours outrank it.
  await query(postgres.superuser, 'ALTER SYSTEM SET fsync = off');
  await postgres.stop();
  const again = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(again.superuser, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await query(again.superuser, 'ALTER ROLE postgres SET synchronous_commit = off');
  await again.stop();
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/synchronous_commit=off/);

  for (const name of ['fsync', 'full_page_writes']) {
    expect(await openWith(dataDir, { [name]: 'off' })).toMatch(`com ${name}=off`);
  }
});

test('a cluster without checksums or in another encoding is refused', async () => {
  for (const [flag, words] of [
    ['--no-data-checksums', 'data_checksums=off'],
    ['--encoding=LATIN1', 'server_encoding=LATIN1'],
  ] as const) {
    const dataDir = await makeShopFolder();
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
    const binaries = await findBinaries();
    const launcher = await findLauncher(
      await chooseAccount(clusterOf(dataDir)),
      binaries,
      dataDir,
      log,
    );
    await run(launcher, ['rm', '-rf', clusterOf(dataDir)], 10_000);
    const password = `--pwfile=${join(dataDir, 'postgres', 'superuser-password')}`;
    const made = await run(
      launcher,
      [
        binaries.initdb,
        '-D',
        clusterOf(dataDir),
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        password,
        '--locale=C',
        '--no-sync',
        flag,
      ],
      30_000,
    );
    expect(made).toMatchObject({ ok: true });
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(words);
  }
});

/** Opens the cluster with other settings than ours, returns why it was refused. */
async function openWith(dataDir: string, settings: Record<string, string>): Promise<string> {
  const binaries = await findBinaries();
  const account = await chooseAccount(clusterOf(dataDir));
  const launcher = await findLauncher(account, binaries, dataDir, log);
  const { home, folder, password } = await ensureCluster({ dataDir, binaries, launcher, log });
  const host = await makeSocketFolder(home, account);
  const server = await spawnServer({
    launcher,
    postgres: binaries.postgres,
    folder,
    settings: { ...serverSettings(host), ...settings },
    logFile: join(dataDir, 'postgres.log'),
    stranger: null,
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
