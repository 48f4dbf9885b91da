import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountFor } from './account.ts';
import { findBinaries } from './binaries.ts';
import { processesOfCluster, servesCluster } from './process-identity.ts';
import {
  clusterOf,
  keepLog,
  makeShopFolder,
  openServer,
  postmasterOf,
  query,
} from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

test('after Node, or Node and its server, were killed the next start opens the shop', async () => {
  const dataDir = await makeShopFolder();
  const killed = openShop(dataDir);
  await query(await killed.ready(), "CREATE TABLE sale AS SELECT 'vendido' AS state");
  const orphan = await postmasterOf(dataDir);
  await killed.kill();
  expect(await servesCluster(orphan, clusterOf(dataDir))).toBe(true);

  const second = await openServer(dataDir);
  expect(await postmasterOf(dataDir)).not.toBe(orphan);
  expect(await servesCluster(orphan, clusterOf(dataDir))).toBe(false);
  expect(await second.query('SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);
  expect(second.lines.join('\n')).toMatch(/warn Um PostgreSQL da execução anterior/);
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).not.toContain('not properly shut down');
  await second.stop();

  const both = openShop(dataDir);
  await both.ready();
  const postmaster = await postmasterOf(dataDir);
  await both.kill();
  process.kill(postmaster, 'SIGKILL');
  await expect.poll(() => processesOfCluster(clusterOf(dataDir)), { timeout: 10_000 }).toEqual([]);
  const stranger = await givePidToStranger(dataDir);
  const third = await openServer(dataDir);
  expect(await third.query('SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

/** Starts another program of PostgreSQL's user, which PostgreSQL would take for a running server. */
async function givePidToStranger(dataDir: string) {
  const account = await accountFor(
    clusterOf(dataDir),
    await findBinaries(),
    dataDir,
    keepLog().log,
  );
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
