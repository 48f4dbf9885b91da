import { execFileSync } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binariesOf, findBinaries } from './binaries.ts';
import { run } from './launch.ts';
import { clusterOf, makeShopFolder, openServer, postmasterOf } from './testing/shop-folder.ts';

describe.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('as root', () => {
  test('the server runs as the cluster’s owner, in no group and with no right of root', async () => {
    const dataDir = await makeShopFolder();
    const first = await openServer(dataDir);
    const { uid } = await stat(clusterOf(dataDir));
    expect(uid).not.toBe(0);
    expect(await statusOf(dataDir)).toEqual({ uid, groups: '', capabilities: 0n });
    expect((await stat(dataDir)).uid).toBe(0);
    await first.stop();

    // A folder that root copied back is given to the user again, another owner keeps it.
    for (const [owner, runsAs] of [
      [0, uid],
      [54_321, 54_321],
    ]) {
      execFileSync('chown', ['-R', `${owner}:${owner}`, join(dataDir, 'postgres')]);
      const { query, stop } = await openServer(dataDir);
      expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await statusOf(dataDir)).toMatchObject({ uid: runsAs });
      await stop();
    }
  });

  test('in a folder closed to that user it keeps one capability, with a warning', async () => {
    const closed = await makeShopFolder({ mode: 0o700 });
    const programs = join(dirname(closed), 'programs');
    execFileSync('cp', ['-r', dirname((await findBinaries()).root), programs]);
    const binaries = await binariesOf(programs);
    const { query, lines, stop } = await openServer(closed, { binaries });
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(lines.join('\n')).toMatch(/warn .* não alcança .* dac_\w+ .* \/srv/);
    const { uid, capabilities } = await statusOf(closed);
    expect(uid).not.toBe(0);
    expect([1n << 1n, 1n << 2n]).toContain(capabilities);
    await stop();
  });
});

/** The running postmaster's user, supplementary groups and effective capabilities. */
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

test('symlinks that a blocked postinstall did not make are made', async () => {
  const copy = await makeShopFolder();
  execFileSync('cp', ['-r', dirname((await findBinaries()).root), copy]);
  const list = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { target } of list) await rm(join(copy, target), { force: true });
  const postgres = join(copy, 'native', 'bin', 'postgres');
  expect(await run(null, [postgres, '--version'], 10_000)).toMatchObject({ ok: false });

  expect(await binariesOf(copy)).toMatchObject({ major: '18', postgres });
  expect(await run(null, [postgres, '--version'], 10_000)).toMatchObject({ ok: true });
});
