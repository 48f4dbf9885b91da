import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseAccount } from './account.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { processesOfCluster, servesCluster } from './process-identity.ts';
import {
  clusterOf,
  keepLog,
  makeShopFolder,
  postmasterOf,
  query,
  stopAfterTest,
} from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

test('the server of a killed Node is recognised, stopped and followed by a new one', async () => {
  const dataDir = await makeShopFolder();
  const { lines, log } = keepLog();
  const shop = openShop(dataDir);
  await query(await shop.ready(), "CREATE TABLE sale AS SELECT 'vendido' AS state");
  const old = await postmasterOf(dataDir);
  await shop.kill();
  expect(await servesCluster(old, clusterOf(dataDir))).toBe(true);

  const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  expect(await postmasterOf(dataDir)).not.toBe(old);
  expect(await servesCluster(old, clusterOf(dataDir))).toBe(false);
  expect(await query(superuser, 'SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);
  expect(lines.join('\n')).toMatch(/warn Um PostgreSQL da execução anterior/);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(
    'not properly shut down',
  );
});

test('a server and its Node killed together heal, whoever has the pid now', async () => {
  const dataDir = await makeShopFolder();
  const { log } = keepLog();
  const shop = openShop(dataDir);
  await shop.ready();
  const postmaster = await postmasterOf(dataDir);
  await shop.kill();
  process.kill(postmaster, 'SIGKILL');
  await expect.poll(() => processesOfCluster(clusterOf(dataDir)), { timeout: 10_000 }).toEqual([]);

  const stranger = await startStranger(dataDir);
  const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  expect(await query(superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

/** A process of PostgreSQL's own user, whom PostgreSQL would take for a running server. */
async function startStranger(dataDir: string) {
  const account = await chooseAccount(clusterOf(dataDir));
  const user = account ? { uid: account.uid, gid: account.gid } : {};
  const stranger = spawn('sleep', ['60'], { cwd: '/', ...user });
  await once(stranger, 'spawn');
  onTestFinished(() => void stranger.kill());
  for (const name of ['cluster/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const file = join(dataDir, 'postgres', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
  }
  return stranger;
}
