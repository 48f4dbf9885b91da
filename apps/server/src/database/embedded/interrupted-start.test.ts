import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepLog, makeShopFolder, query, stopAfterTest } from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

const { log } = keepLog();

test('a first start killed during initdb leaves nothing that the next one minds', async () => {
  const dataDir = await makeShopFolder();
  const shop = openShop(dataDir);
  // PG_VERSION is there long before the cluster is complete.
  await expect.poll(() => hasVersion(dataDir), { timeout: 10_000, interval: 2 }).toBe(true);
  await shop.kill();
  expect(shop.find('ready')).toBeUndefined();
  expect(await readdir(dataDir)).not.toContain('postgres');

  const { superuser } = stopAfterTest(await startEmbeddedPostgres({ dataDir, log }));
  expect(await query(superuser, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['balcao.lock', 'postgres', 'postgres.log']);
});

test('of two simultaneous first starts exactly one opens the shop', async () => {
  const dataDir = await makeShopFolder();
  const shops = [openShop(dataDir), openShop(dataDir)];
  const outcomes = await Promise.all(
    shops.map((shop) =>
      Promise.any([
        shop.ready().then(() => 'ready'),
        shop.closed.then(() => String(shop.find('refused'))),
      ]),
    ),
  );
  expect(outcomes.sort()).toEqual([
    expect.stringMatching(/já está em execução com a pasta de dados/),
    'ready',
  ]);
});

async function hasVersion(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => []);
  const unfinished = names.find((name) => name.startsWith('postgres.init-'));
  if (!unfinished) return false;
  const file = join(dataDir, unfinished, 'cluster', 'PG_VERSION');
  return stat(file).then(
    () => true,
    () => false,
  );
}
