import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { processesOfCluster } from './process-identity.ts';
import { clusterOf, makeShopFolder, openServer, postmasterOf } from './testing/shop-folder.ts';

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
