import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { readShop } from '../database/shop.ts';
import { violations } from '../testing/invariants.ts';
import { restoreBackup } from './restore-backup.ts';
import {
  connectAsOwner,
  makeFolders,
  openBackupShop,
  openFolder,
  scratchServers,
} from './testing/backup-shop.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000 });

const SELLERS = 8;

test('taken while eight sellers sell, it holds every sale acknowledged before it began, and no torn one', async () => {
  const { dataDir, restored } = await makeFolders();
  const shop = await openBackupShop(dataDir, onTestFinished);
  await writeFile(path.join(dataDir, 'institution.json'), '{"company_name":"Loja"}');
  await writeFile(path.join(dataDir, 'logo.png'), 'an image');
  await writeFile(path.join(dataDir, 'balcao.log'), 'a log');

  const { id } = await readShop(shop.db);
  const acknowledged: string[] = [];
  let selling = true;
  const sellers = Array.from({ length: SELLERS }, async () => {
    while (selling) {
      const key = await shop.sell();
      if (key) acknowledged.push(key);
    }
  });
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100);
  const before = [...acknowledged];
  const steps: string[] = [];
  const { file, bytes, head } = await shop.backup({
    onProgress: (step) => void (steps.at(-1) === step || steps.push(step)),
  });
  selling = false;
  await Promise.all(sellers);

  expect(acknowledged.length).toBeGreaterThan(before.length);
  expect(head.books.sales).toBeGreaterThanOrEqual(before.length);
  expect(steps).toEqual(['copy', 'check', 'load', 'compare']);
  expect(path.basename(file)).toMatch(
    /^balcao-[0-9a-f]{8}-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/,
  );
  expect(await stat(file)).toMatchObject({ size: bytes, mode: 0o100600 });
  expect(await readdir(path.join(shop.backupDir, '.em-andamento'))).toEqual(['balcao.lock']);
  expect(await scratchServers(shop.backupDir)).toEqual([]);
  expect(shop.lines.filter((line) => !line.startsWith('info'))).toEqual([]);
  await shop.close();

  await restoreBackup({ file, dataDir: restored, databaseUrl: undefined, log: keepLog().log });
  expect((await readdir(restored)).sort()).toEqual([
    'balcao.lock',
    'institution.json',
    'logo.png',
    'postgres',
  ]);
  expect(await readFile(path.join(restored, 'logo.png'), 'utf8')).toBe('an image');
  const again = await openFolder(restored);
  const owner = await connectAsOwner(restored);
  try {
    const sold = await owner.db.selectFrom('sales').select('idempotency_key').execute();
    const keys = new Set(sold.map((sale) => sale.idempotency_key));
    expect(before.filter((key) => !keys.has(key))).toEqual([]);
    expect(await violations(owner.db)).toEqual([]);
    expect((await readShop(owner.db)).id).toBe(id);
  } finally {
    await owner.close();
    await again.close();
  }
});

test('two at once: one is refused, and leaves the other alone', async () => {
  const { dataDir } = await makeFolders();
  const shop = await openBackupShop(dataDir, onTestFinished);
  await shop.sell();
  // Which of them takes the folder first is the system's affair.
  const both = await Promise.allSettled([shop.backup(), shop.backup()]);
  const made = both.filter((one) => one.status === 'fulfilled');
  const refused = both.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('Outro backup está em andamento'),
  ]);
  await expect(stat(made[0]?.value.file ?? '')).resolves.toBeDefined();
});
