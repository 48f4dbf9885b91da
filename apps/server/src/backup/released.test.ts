import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { expect, onTestFinished, test } from 'vitest';
import { keepLog, makeShopFolder } from '../database/embedded/testing/shop-folder.ts';
import { openDatabase } from '../database/open/open-database.ts';
import { withClient } from '../database/open/single-connection.ts';
import { readHead as readAuditHead } from '../features/audit/audit-head.ts';
import { openAuditKey } from '../features/audit/audit-key.ts';
import { verifyAudit } from '../features/audit/verify-audit.ts';
import { takeOverInstitution } from '../features/institution/take-over.ts';
import { makeEmptyDatabase, openAnotherApp } from '../testing/app.ts';
import { violations } from '../testing/invariants.ts';
import { readHead } from './backup-file.ts';
import { loadShop } from './load-shop.repository.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** A small shop of each released version, with what that version answered about it (npm run saved-shop). */
const RELEASED = path.join(import.meta.dirname, 'released');
const versions = (await readdir(RELEASED))
  .filter((name) => name.endsWith('.backup'))
  .map((name) => path.basename(name, '.backup'));

const { log } = keepLog();

test('every released version has left a shop', async () => {
  const changes = await readFile(path.join(RELEASED, '../../../../../CHANGELOG.md'), 'utf8');
  const released = [...changes.matchAll(/^## \[(\d.*?)\]/gm)].map(([, version]) => version);
  // The first one was never in use.
  expect(released.filter((version) => version !== '0.1.0').sort()).toEqual(versions.sort());
});

test.each(versions)(
  'a shop of %s is upgraded and restored, and answers as it did',
  async (version) => {
    const file = path.join(RELEASED, `${version}.backup`);
    const known = JSON.parse(await readFile(path.join(RELEASED, `${version}.json`), 'utf8'));
    const upgraded = {
      dataDir: await makeShopFolder(),
      databaseUrl: await makeEmptyDatabase(),
      log,
    };
    const head = await putInPlace(upgraded, file);
    const backupDir = path.join(upgraded.dataDir, 'backups');
    const before = async () => {
      const made = await makeBackup({ ...upgraded, backupDir });
      expect(made.head).toMatchObject({ migrations: head.migrations, books: head.books });
    };
    await expectSameShop({ ...upgraded, migrating: { before } }, known);

    const restored = {
      dataDir: await makeShopFolder(),
      databaseUrl: await makeEmptyDatabase(),
      log,
    };
    await restoreBackup({ ...restored, file });
    await expectSameShop(restored, known);
  },
  240_000,
);

/** The database and the files as that version left them. */
async function putInPlace(shop: { dataDir: string; databaseUrl: string }, file: string) {
  const { dataDir, databaseUrl } = shop;
  const { signal } = new AbortController();
  const head = await readHead(file);
  await mkdir(dataDir);
  await withClient({ connectionString: databaseUrl }, signal, (client) =>
    loadShop(client, { file, head }, { log, onProgress: () => {}, signal }, async (files) => {
      for (const { name, content } of files) await writeFile(path.join(dataDir, name), content);
    }),
  );
  return head;
}

type Known = {
  admin: { login: string; password: string };
  seller: { login: string; password: string };
  sale: { key: string; body: NewSale; answer: object };
  next: NewSale;
  asked: { method: string; path: string; answer: object }[];
};

/** Opens a shop as a start does, and compares. */
async function expectSameShop(options: Parameters<typeof openDatabase>[0], known: Known) {
  const { dataDir } = options;
  const { connection, close } = await openDatabase(options, log);
  onTestFinished(close);
  const { db } = connection;
  await takeOverInstitution(db, dataDir);
  const shop = await openAnotherApp({ connection });
  const tokenOf = async ({ login, password }: Known['admin']) =>
    (await shop.call('login', { body: { username: login, password } })).body.access;

  const headers = { authorization: `Bearer ${await tokenOf(known.admin)}` };
  for (const { method, path: asked, answer } of known.asked) {
    const response = await fetch(shop.origin + asked, { method, headers });
    // Later versions may say more.
    expect(await response.json(), asked).toMatchObject(answer);
  }
  const [{ logo }] = (await shop.call('readInstitution')).body.institutions;
  expect((await fetch(shop.origin + logo)).headers.get('content-type')).toBe('image/png');

  // A counter that got no answer before the upgrade asks again after it.
  const { key, body, answer } = known.sale;
  const token = await tokenOf(known.seller);
  const repeated = await shop.call('createSale', {
    token,
    body,
    headers: { 'idempotency-key': key },
  });
  expect(repeated.body).toMatchObject(answer);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect((await shop.call('createSale', { token, body: known.next })).status).toBe(201);

  expect(await violations(db)).toEqual([]);
  const auditKey = await openAuditKey({ dataDir, configured: undefined, hasSeals: true });
  const findings = await verifyAudit(db, auditKey, await readAuditHead(dataDir));
  expect(findings).toMatchObject({ otherKey: false, troubles: [] });
  expect(findings.sealed).toBeGreaterThan(0);
}
