import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, type Db } from '../../database/connection.ts';
import { replaceFile } from '../../program/durable-file.ts';
import { openTestShop, temporaryFolder } from '../../testing/app.ts';
import { KEY, runUnguarded, sealAll } from '../../testing/audit-chain.ts';
import { hold } from '../../testing/books.ts';
import { recordAudit } from './audit.service.ts';
import { readHead } from './audit-head.ts';
import { openAuditKey } from './audit-key.ts';
import { pendingAfter, Sealer, sealEvents } from './sealer.ts';
import { lastSeal } from './seals.repository.ts';
import { verifyAudit } from './verify-audit.ts';

/** For a busy machine. */
const SOON = { timeout: 20_000 };
const PAUSES = { idle: 5, writers: 5, trouble: 5 };
const row = [null, 'session.refused'] as const;

async function openSealing() {
  const shop = await openTestShop();
  const { db } = shop.connection;
  const record = (times: number) =>
    Promise.all(Array.from({ length: times }, () => recordAudit(db, ...row)));
  const sealed = async () => (await lastSeal(shop.owner.db))?.position ?? 0;
  const verify = async (dataDir: string) => {
    const key = await openAuditKey({ dataDir, configured: undefined, hasSeals: true });
    return verifyAudit(shop.owner.db, key, await readHead(dataDir));
  };
  const spoil = (...statements: string[]) => runUnguarded(shop.owner.db, statements);
  return { shop, db, record, sealed, verify, spoil };
}

function aSealer(options: { db: Db; dataDir: string }) {
  const errors: string[] = [];
  const log = { error: (message: string) => void errors.push(message) };
  const sealer = new Sealer({ auditKey: undefined, log, pauses: PAUSES, ...options });
  onTestFinished(() => sealer.stop());
  sealer.start();
  return { sealer, errors };
}

const unbroken = (sealed: number) => ({ sealed, unsealed: 0, otherKey: false, troubles: [] });

test('rows are sealed soon after their commit, the last ones at the stop, and the head is written', async () => {
  const { db, record, sealed, verify } = await openSealing();
  const dataDir = await temporaryFolder();
  const { sealer, errors } = aSealer({ db, dataDir });
  await sql`INSERT INTO audit_events (action)
    SELECT 'session.refused' FROM generate_series(1, 1200)`.execute(db);
  await expect.poll(sealed, SOON).toBe(1_200);
  await record(3);
  await sealer.stop();
  // A sealer that was never started stops at once.
  await new Sealer({ db, dataDir, auditKey: undefined, log: console }).stop();
  expect(await sealed()).toBe(1_203);
  expect(errors).toEqual([]);
  expect((await stat(path.join(dataDir, 'audit.key'))).mode & 0o777).toBe(0o600);
  expect(await readHead(dataDir)).toMatchObject({ position: 1_203 });
  expect(await verify(dataDir)).toEqual(unbroken(1_203));
});

/** Rows 2 and 3 are committed; row 1 is after `commit`. */
async function openWithLateRow() {
  const opened = await openSealing();
  const commit = await hold(opened.db, (tx) => recordAudit(tx, ...row));
  await opened.record(2);
  return { ...opened, commit };
}

test('a row that is committed after a later one is not skipped', async () => {
  const { db, commit } = await openWithLateRow();
  const pending = await pendingAfter(db, 0);
  expect(pending).toMatchObject({ upTo: 3, writers: [expect.any(String)] });
  expect(await pendingAfter(db, 0, pending)).toEqual(pending);
  await commit();
  expect(await pendingAfter(db, 0, pending)).toEqual({ upTo: 3, writers: [] });
  await sealEvents(db, KEY, 3);
  expect(await verifyAudit(db, KEY, undefined)).toMatchObject({ sealed: 3, troubles: [] });
});

test('a sealer that did not wait for it would skip it, and the verification shows that', async () => {
  const { db, record, commit } = await openWithLateRow();
  await sealEvents(db, KEY, 3);
  await commit();
  await record(1);
  await sealAll(db);
  const { troubles } = await verifyAudit(db, KEY, undefined);
  expect(troubles).toEqual([{ what: 'inserted', eventId: 1 }]);
});

test('several servers seal one chain while transactions commit and roll back', async () => {
  const { db, record, sealed, verify } = await openSealing();
  const dataDir = await temporaryFolder();
  const sealers = [1, 2, 3].map(() => aSealer({ db, dataDir }));
  const slowly = (isRefused: boolean) =>
    db.transaction().execute(async (tx) => {
      await recordAudit(tx, ...row);
      await sql`SELECT pg_sleep(random() * 0.01)`.execute(tx);
      if (isRefused) throw new Error('rolled back');
    });
  const write = async () => {
    for (let times = 0; times < 30; times++) {
      await slowly(false);
      await expect(slowly(true)).rejects.toThrow('rolled back');
      await record(1);
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
  await expect.poll(sealed, SOON).toBe(240);
  for (const { sealer, errors } of sealers) {
    await sealer.stop();
    expect(errors).toEqual([]);
  }
  expect(await verify(dataDir)).toEqual(unbroken(240));
});

test('the sealer survives broken connections and a database that is away', async () => {
  const { shop, db, record, sealed } = await openSealing();
  const { errors } = aSealer({ db, dataDir: await temporaryFolder() });
  await record(1);
  await expect.poll(sealed, SOON).toBe(1);
  for (let times = 2; times <= 5; times++) {
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(shop.owner.db);
    await vi.waitFor(() => record(1), SOON);
    await expect.poll(sealed, SOON).toBeGreaterThanOrEqual(times);
  }
  expect(errors).toEqual([]);

  const nowhere = connect({ host: '127.0.0.1', port: 1 }, () => {});
  const away = aSealer({ db: nowhere.db, dataDir: await temporaryFolder() });
  await away.sealer.stop();
  await nowhere.close();
  expect(away.errors).toEqual([]);
});

test('after an outage the sealer forgets pending transactions: the database may be another', async () => {
  const [before, after] = [await openWithLateRow(), await openWithLateRow()];
  const nowhere = connect({ host: '127.0.0.1', port: 1 }, () => {});
  onTestFinished(() => nowhere.close());
  let current = before.db;
  let passes = 0;
  const sealer = new Sealer({
    dataDir: await temporaryFolder(),
    auditKey: KEY,
    log: console,
    pauses: PAUSES,
    get db() {
      passes++;
      return current;
    },
  });
  onTestFinished(() => sealer.stop());
  const nextPasses = async () => {
    const seen = passes;
    await expect.poll(() => passes, SOON).toBeGreaterThan(seen + 3);
  };
  sealer.start();
  for (const next of [before.db, nowhere.db, after.db]) {
    current = next;
    await nextPasses();
  }
  expect(await after.sealed()).toBe(0);
  for (const { commit } of [before, after]) await commit();
  await expect.poll(after.sealed, SOON).toBe(3);
  expect(await verifyAudit(after.db, KEY, undefined)).toMatchObject({ sealed: 3, troubles: [] });
});

test('a chain cannot be continued with another, a lost or a broken key', async () => {
  const { shop, db, record, sealed } = await openSealing();
  await record(1);
  const one = aSealer({ db, dataDir: await temporaryFolder() });
  await expect.poll(sealed, SOON).toBe(1);
  await one.sealer.stop();
  await record(1);

  for (const [key, words] of [
    [KEY.toString('hex'), 'outra chave'],
    [undefined, 'Falta a chave'],
    ['segredo', 'não tem uma chave'],
  ] as const) {
    const dataDir = await temporaryFolder();
    if (key) await writeFile(path.join(dataDir, 'audit.key'), key);
    const { errors } = aSealer({ db, dataDir });
    await expect.poll(() => errors.join(), SOON).toContain(words);
    expect(errors.join()).not.toContain('segredo');
  }
  expect(await sealed()).toBe(1);
  expect((await verifyAudit(shop.owner.db, KEY, undefined)).troubles).toHaveLength(1);
});

test('a key and a head that come back are taken up by the open shop', async () => {
  const { db, record, sealed, spoil } = await openSealing();
  const first = await temporaryFolder();
  const before = aSealer({ db, dataDir: first });
  await record(3);
  await expect.poll(() => readHead(first), SOON).toMatchObject({ position: 3 });
  await before.sealer.stop();
  // In one step: a key that is read half written is another trouble, with a line of its own.
  const bring = async (name: string, dataDir: string) =>
    replaceFile(path.join(dataDir, name), await readFile(path.join(first, name), 'utf8'));

  const dataDir = await temporaryFolder();
  const { sealer, errors } = aSealer({ db, dataDir });
  await expect.poll(() => errors.join(), SOON).toContain('Falta a chave');
  await record(2);
  await bring('audit.key', dataDir);
  await expect.poll(sealed, SOON).toBe(5);
  await expect.poll(() => readHead(dataDir), SOON).toMatchObject({ position: 5 });
  // A failure that lasts is one line of the log.
  expect(errors).toHaveLength(1);
  await sealer.stop();

  // The head of before knows more than what is left, so it is not written over.
  await spoil('DELETE FROM audit_seals', 'DELETE FROM audit_events');
  await rm(path.join(dataDir, 'audit.head'));
  const cut = aSealer({ db, dataDir });
  await record(1);
  await expect.poll(() => readHead(dataDir), SOON).toMatchObject({ position: 1 });
  await bring('audit.head', dataDir);
  await record(1);
  await expect.poll(() => cut.errors.join(), SOON).toContain('não está mais no banco');
  expect(await readHead(dataDir)).toMatchObject({ position: 3 });
});

test('a cut end is logged, and the head stays as it was', async () => {
  const { db, record, sealed, spoil } = await openSealing();
  const dataDir = await temporaryFolder();
  const before = aSealer({ db, dataDir });
  await record(5);
  await expect.poll(sealed, SOON).toBe(5);
  await before.sealer.stop();
  expect(await readFile(path.join(dataDir, 'audit.head'), 'utf8')).toMatch(/^5 [0-9a-f]{64}\n$/);

  await spoil('DELETE FROM audit_seals WHERE position > 3');
  const after = aSealer({ db, dataDir });
  await record(5);
  await expect.poll(sealed, SOON).toBe(10);
  // The rows and the key are the same, so the two deleted seals were made again, unchanged.
  await expect.poll(() => readHead(dataDir), SOON).toMatchObject({ position: 10 });
  await after.sealer.stop();
  expect(after.errors).toEqual([]);

  await spoil(
    'DELETE FROM audit_seals WHERE position > 8',
    'DELETE FROM audit_events WHERE id > 8',
  );
  const last = aSealer({ db, dataDir });
  await record(5);
  await expect.poll(() => last.errors.join(), SOON).toContain('npm run audit:verify');
  await last.sealer.stop();
  expect(await readHead(dataDir)).toMatchObject({ position: 10 });
});
