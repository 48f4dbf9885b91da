import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { processesOfCluster } from './process-identity.ts';
import {
  clusterOf,
  keepLog,
  makeShopFolder,
  postmasterOf,
  query,
  stopAfterTest,
} from './testing/shop-folder.ts';

async function openWatched() {
  const dataDir = await makeShopFolder();
  const events: string[] = [];
  const postgres = stopAfterTest(
    await startEmbeddedPostgres({
      dataDir,
      log: keepLog().log,
      onDown: () => void events.push('down'),
      onUp: () => void events.push('up'),
    }),
  );
  return { dataDir, events, postgres };
}

test('a killed server is told, and opened again at the same place with what was committed', async () => {
  const { dataDir, events, postgres } = await openWatched();
  await query(postgres.superuser, "CREATE TABLE sale AS SELECT 'vendido' AS state");
  for (const expected of [
    ['down', 'up'],
    ['down', 'up', 'down', 'up'],
  ]) {
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await expect.poll(() => events, { timeout: 15_000, interval: 20 }).toEqual(expected);
    expect(await query(postgres.superuser, 'SELECT state FROM sale')).toEqual([
      { state: 'vendido' },
    ]);
  }
});

test('a backend that does not notice the death of its server holds nobody up', async () => {
  const { dataDir, events, postgres } = await openWatched();
  const busy = new Client({ ...postgres.superuser, ssl: false });
  busy.on('error', () => {});
  onTestFinished(() => busy.end().catch(() => {}));
  await busy.connect();
  // A count in memory never waits for anything, so it does not see that the postmaster is gone.
  const endless = busy
    .query('SELECT count(*) FROM generate_series(1, 1000000000000) n')
    .catch(String);
  await expect
    .poll(() =>
      query(
        postgres.superuser,
        "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series(1, 1%' AND pid <> pg_backend_pid()",
      ),
    )
    .toHaveLength(1);

  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await expect.poll(() => events, { timeout: 15_000, interval: 20 }).toEqual(['down', 'up']);
  expect(await query(postgres.superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await endless;
});

test('stop() ends a shop whose server has just died, and one that is being opened again', async () => {
  for (const moment of ['killed', 'down']) {
    const { dataDir, events, postgres } = await openWatched();
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    if (moment === 'down') {
      await expect.poll(() => events, { timeout: 5000, interval: 1 }).toEqual(['down']);
    }
    const began = performance.now();
    await postgres.stop();
    expect(performance.now() - began).toBeLessThan(10_000);
    await expect
      .poll(() => processesOfCluster(clusterOf(dataDir)), { timeout: 10_000 })
      .toEqual([]);
    expect(events).not.toContain('up');
  }
});
