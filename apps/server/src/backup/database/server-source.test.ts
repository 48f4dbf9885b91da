import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { keepLog, query } from '../../database/embedded/testing/shop-folder.ts';
import { openDatabase } from '../../database/open.ts';
import { aClient, aPaymentMethod, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { violations } from '../../testing/invariants.ts';
import { makeBackup } from '../make-backup.ts';
import { restoreBackup } from '../restore-backup.ts';
import { connectAsOwner, makeFolders, openFolder } from '../testing/backup-shop.ts';
import { type Server, whyNot } from './server-source.ts';

// A quiet machine needs a tenth of it.
vi.setConfig({ testTimeout: 90_000 });

test('a server of the same PostgreSQL: refused without the right; its copy opens in a data folder', async () => {
  const { dataDir: foreign, restored } = await makeFolders();
  const { log } = keepLog();
  const server = await startEmbeddedPostgres({ dataDir: foreign, log });
  onTestFinished(() => server.stop());
  await query(server.superuser, "CREATE ROLE dono LOGIN PASSWORD 'segredo'");
  await query(server.superuser, 'CREATE DATABASE "Loja" OWNER dono');
  // What another server may have set, and this machine has not.
  await query(server.superuser, "ALTER SYSTEM SET archive_command = 'no-such-program'");
  const databaseUrl = `postgres:///Loja?user=dono&password=segredo&host=${encodeURIComponent(server.superuser.host)}`;
  const folders = { dataDir: path.join(foreign, '..', 'none'), backupDir: path.join(foreign, 'b') };
  const shop = { ...folders, databaseUrl, log };

  const database = await openDatabase(shop, log);
  onTestFinished(() => database.close());
  const { db, pool } = database.connection;
  const [seller, product, client, method] = await Promise.all([
    aUser(db),
    aProduct(db),
    aClient(db),
    aPaymentMethod(db),
  ]);
  const payments = [{ method, amount: product.unitPrice }];
  await aSale(pool, { seller, client, items: [{ product }], payments });

  await expect(makeBackup(shop)).rejects.toThrow(/ALTER ROLE … REPLICATION/);
  await query(server.superuser, 'ALTER ROLE dono REPLICATION');
  const { file, facts } = await makeBackup(shop);
  expect(facts).toMatchObject({ source: 'server', database: 'Loja', sales: 1 });

  await restoreBackup({ file, dataDir: restored, log });
  const opened = await openFolder(restored);
  const owner = await connectAsOwner(restored);
  try {
    expect(await violations(owner.db)).toEqual([]);
    expect(await opened.connection.db.selectFrom('sales').select('id').execute()).toHaveLength(1);
  } finally {
    await owner.close();
    await opened.close();
  }
});

const SUITABLE: Server = {
  major: 18,
  mayReplicate: true,
  inRecovery: false,
  checksums: 'on',
  tablespaces: 2,
};

test.each([
  [{}, undefined],
  [{ major: 15 }, /é o 15.*pg_basebackup.*pg_dump --format=custom/],
  [{ mayReplicate: false }, /ALTER ROLE … REPLICATION/],
  [{ inRecovery: true }, /réplica.*servidor principal/],
  [{ checksums: 'off' }, /data_checksums.*pg_basebackup/],
  [{ tablespaces: 3 }, /tablespaces.*pg_basebackup/],
] as const)('a server that is %o is judged in words', async (server, words) => {
  const reason = await whyNot({ ...SUITABLE, ...server });
  if (words) expect(reason).toMatch(words);
  else expect(reason).toBeUndefined();
});
