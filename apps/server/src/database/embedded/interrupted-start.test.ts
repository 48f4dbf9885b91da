import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeShopFolder, openServer } from './testing/shop-folder.ts';
import { openShop } from './testing/shop-process.ts';

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

  // Of two simultaneous starts on the same folder exactly one opens it.
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
