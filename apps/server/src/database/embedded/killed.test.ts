import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { processesOfCluster, servesCluster } from './orphans.ts';
import {
  clusterOf,
  makeShopFolder,
  openServer,
  postmasterOf,
  query,
} from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

/** Node and PostgreSQL killed at any time: no sale is lost and the next start opens the shop. */

test('a first start killed during initdb leaves nothing that stops the next one', async () => {
  const dataDir = await makeShopFolder();
  const shop = openShop(dataDir);
  const hasVersion = async () => {
    const names = await readdir(dataDir).catch(() => []);
    const unfinished = names.find((name) => name.startsWith('postgres.init-')) ?? 'none';
    return existsSync(join(dataDir, unfinished, 'cluster', 'PG_VERSION'));
  };
  // PG_VERSION is there long before the cluster is complete.
  await expect.poll(hasVersion, { timeout: 10_000, interval: 2 }).toBe(true);
  await shop.kill();
  expect(shop.find('ready')).toBeUndefined();
  expect(await readdir(dataDir)).not.toContain('postgres');

  // Two starts run at once on the same folder: exactly one opens it.
  const shops = [openShop(dataDir), openShop(dataDir)];
  const outcomes = await Promise.all(
    shops.map((each) =>
      Promise.any([
        each.ready().then(() => 'ready'),
        each.closed.then(() => String(each.find('refused'))),
      ]),
    ),
  );
  expect(outcomes.sort()).toEqual([
    expect.stringMatching(/já está em execução com a pasta de dados/),
    'ready',
  ]);
  await Promise.all(shops.map((each) => each.close()));
  const { query } = await openServer(dataDir);
  expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['balcao.lock', 'postgres', 'postgres.log']);
});

async function openWatched() {
  const dataDir = await makeShopFolder();
  const events: string[] = [];
  const options = {
    onDown: () => void events.push('down'),
    onUp: () => void events.push('up'),
  };
  const server = await openServer(dataDir, options);
  return {
    ...server,
    events,
    kill: async () => process.kill(await postmasterOf(dataDir), 'SIGKILL'),
    async stopInTime() {
      const began = performance.now();
      await server.stop();
      expect(performance.now() - began).toBeLessThan(10_000);
      const processes = () => processesOfCluster(clusterOf(dataDir));
      await expect.poll(processes, { timeout: 10_000 }).toEqual([]);
    },
  };
}

const soon = { timeout: 15_000, interval: 20 };

test('a killed server is opened again at the same address with what was committed, then stopped', async () => {
  const { superuser, query, events, kill, stopInTime } = await openWatched();
  await query("CREATE TABLE sale AS SELECT 'vendido' AS state");
  await kill();
  await expect.poll(() => events, soon).toEqual(['down', 'up']);
  expect(await query('SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);

  // A backend that counts in memory never waits, so it does not notice that the postmaster is gone.
  const busy = new Client(superuser);
  busy.on('error', () => {});
  onTestFinished(() => busy.end().catch(() => {}));
  await busy.connect();
  const counting = busy
    .query('SELECT count(*) FROM generate_series(1, 1000000000000) n')
    .catch(String);
  const active =
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series(1, 1%' AND pid <> pg_backend_pid()";
  await expect.poll(() => query(active)).toHaveLength(1);
  await kill();
  await expect.poll(() => events, soon).toEqual(['down', 'up', 'down', 'up']);
  expect(await query('SELECT state FROM sale')).toEqual([{ state: 'vendido' }]);
  await counting;

  await kill();
  await stopInTime();
  expect(events.slice(4)).not.toContain('up');
});

test('stop() ends a shop whose server is being opened again', async () => {
  const { events, kill, stopInTime } = await openWatched();
  await kill();
  await expect.poll(() => events, { timeout: 5000, interval: 1 }).toEqual(['down']);
  await stopInTime();
  expect(events).toEqual(['down']);
});

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
  const { uid, gid } = await stat(clusterOf(dataDir));
  const stranger = spawn('sleep', ['60'], { cwd: '/', uid, gid });
  await once(stranger, 'spawn');
  onTestFinished(() => void stranger.kill());
  for (const name of ['cluster/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const file = join(dataDir, 'postgres', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
  }
  return stranger;
}
