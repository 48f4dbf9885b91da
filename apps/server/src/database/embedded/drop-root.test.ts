import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseAccount } from './account.ts';
import { binariesOf, findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findLauncher } from './reach.ts';
import {
  clusterOf,
  keepLog,
  makeShopFolder,
  postmasterOf,
  query,
  stopAfterTest,
} from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

const { postgres } = await findBinaries();
/** Whether this clone and the temporary folder are open to other users, as a clone in /srv is. */
const open = [postgres, tmpdir()].every(
  (path) => spawnSync('test', ['-x', path], { cwd: '/', uid: 65534, gid: 65534 }).status === 0,
);

describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('as root', () => {
  test.skipIf(!open)(
    'the server runs as another user, in no group and with no right of root',
    async () => {
      const dataDir = await makeShopFolder();
      const { lines, log } = keepLog();
      const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
      const { uid } = await stat(clusterOf(dataDir));
      expect(uid).not.toBe(0);
      expect(await statusOf(dataDir)).toEqual({ uid, groups: '', capabilities: 0n });
      expect(lines.filter((line) => line.startsWith('warn'))).toEqual([]);
      expect(await query(superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect((await stat(dataDir)).uid).toBe(0);
    },
  );

  test('in a folder closed to others it gets one capability, with a warning', async () => {
    const dataDir = await makeShopFolder({ mode: 0o700 });
    const { lines, log } = keepLog();
    const shop = openShop(dataDir);
    await shop.ready();
    await shop.kill();
    // The left-over server is stopped, and a new one started, over the same hurdle.
    const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
    expect(await query(superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(lines.join('\n')).toMatch(/warn .* não alcança .* dac_\w+ .* \/srv/);
    const { uid, capabilities } = await statusOf(dataDir);
    expect(uid).not.toBe(0);
    expect([1n << 1n, 1n << 2n]).toContain(capabilities);
  });

  test('so does initdb when the programs are in a closed folder', async () => {
    const closed = await makeShopFolder({ mode: 0o700 });
    execFileSync('cp', ['-r', dirname(dirname(dirname(postgres))), closed]);
    const binaries = await binariesOf(closed);
    const dataDir = await makeShopFolder();
    await mkdir(dataDir);
    const { lines, log } = keepLog();
    const account = await chooseAccount(clusterOf(dataDir));
    const launcher = await findLauncher(account, binaries, dataDir, log);
    expect(lines.join('\n')).toMatch(/warn .* não alcança/);
    await ensureCluster({ dataDir, binaries, launcher, log });
    expect((await stat(clusterOf(dataDir))).uid).toBe(account?.uid);
  });

  test('a folder that root copied back is given to the user again', async () => {
    const dataDir = await makeShopFolder();
    const { log } = keepLog();
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
    const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
    expect(await query(superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('an existing cluster keeps its owner', async () => {
    const dataDir = await makeShopFolder();
    const { log } = keepLog();
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
    execFileSync('chown', ['-R', '54321:54321', join(dataDir, 'postgres')]);
    stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
    expect(await statusOf(dataDir)).toMatchObject({ uid: 54321 });
  });
});

/** Of the running postmaster: its user, supplementary groups and effective capabilities. */
async function statusOf(dataDir: string) {
  const text = await readFile(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8');
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  return {
    uid: Number(field('Uid').split('\t')[1]),
    groups: field('Groups'),
    capabilities: BigInt(`0x${field('CapEff')}`),
  };
}
