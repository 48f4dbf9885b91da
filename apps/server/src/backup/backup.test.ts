import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { readShop } from '../database/shop.ts';
import { violations } from '../testing/invariants.ts';
import { restoreBackup } from './restore-backup.ts';
import { connectAsOwner, leftoversIn, openBackupShop } from './testing/backup-shop.ts';

// A quiet machine needs a tenth of this.
vi.setConfig({ testTimeout: 90_000 });

const SELLERS = 8;
const SERVICE_UID = 65_533;

test('taken while eight sellers sell, it holds every sale acknowledged before it began, and no torn one', async () => {
  const shop = await openBackupShop();
  const { dataDir, backupDir } = shop;
  await writeFile(path.join(dataDir, 'institution.json'), '{"company_name":"Loja"}');
  await writeFile(path.join(dataDir, 'logo.png'), 'an image');
  await writeFile(path.join(dataDir, 'balcao.log'), 'a log');
  await mkdir(backupDir, { recursive: true });
  if (process.getuid?.() === 0) await chown(backupDir, SERVICE_UID, SERVICE_UID);
  const { id } = await readShop(shop.db);
  const acknowledged: string[] = [];
  let isOpen = true;
  const sellers = Array.from({ length: SELLERS }, async () => {
    while (isOpen) {
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
  isOpen = false;
  await Promise.all(sellers);

  expect(acknowledged.length).toBeGreaterThan(before.length);
  expect(head.books.sales).toBeGreaterThanOrEqual(before.length);
  expect(steps).toEqual(['copy', 'check', 'load', 'compare']);
  expect(path.basename(file)).toMatch(
    /^balcao-[0-9a-f]{8}-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/,
  );
  expect(await stat(file)).toMatchObject({ size: bytes, mode: 0o100600 });
  if (process.getuid?.() === 0) {
    // The folder of a service's user keeps one owner.
    for (const name of [file, path.join(backupDir, '.em-andamento/balcao.lock')]) {
      expect((await stat(name)).uid).toBe(SERVICE_UID);
    }
  }
  expect(await leftoversIn(backupDir)).toEqual([]);
  expect(shop.lines.filter((line) => !line.startsWith('info'))).toEqual([]);

  // Two run at once: one is refused and does not disturb the other.
  const both = await Promise.allSettled([shop.backup(), shop.backup()]);
  const refused = both.filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining('Outro backup está em andamento'),
  ]);
  const [made] = both.filter((one) => one.status === 'fulfilled');
  await expect(stat(made?.value.file ?? '')).resolves.toBeDefined();
  await shop.close();

  const restored = shop.folder('restored');
  await restoreBackup({ file, dataDir: restored, databaseUrl: undefined, log: keepLog().log });
  const names = (await readdir(restored)).sort();
  expect(names).toEqual(['balcao.lock', 'institution.json', 'logo.png', 'postgres']);
  expect(await readFile(path.join(restored, 'logo.png'), 'utf8')).toBe('an image');
  const { db, close } = await connectAsOwner(restored);
  try {
    const sold = await db.selectFrom('sales').select('idempotency_key').execute();
    const keys = new Set(sold.map((sale) => sale.idempotency_key));
    expect(before.filter((key) => !keys.has(key))).toEqual([]);
    expect(await violations(db)).toEqual([]);
    expect((await readShop(db)).id).toBe(id);
  } finally {
    await close();
  }
});
