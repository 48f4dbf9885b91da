import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../database/connection.ts';
import { temporaryFolder } from '../../testing/another-app.ts';
import { openTestShop } from '../../testing/app.ts';
import { KEY, sealAll } from '../../testing/audit-chain.ts';
import { hold } from '../../testing/books.ts';
import { recordAudit } from './audit.service.ts';
import { readHead } from './audit-head.ts';
import { openAuditKey } from './audit-key.ts';
import { pendingAfter, sealEvents } from './seal-events.ts';
import { Sealer } from './sealer.ts';
import { lastSeal } from './seals.repository.ts';
import { verifyAudit } from './verify-audit.ts';

/** A machine that does much else takes its time. */
const SOON = { timeout: 20_000 };
const PAUSES = { idle: 5, writers: 5, trouble: 5 };
const row = { actor: null, action: 'session.refused', subjectId: null } as const;

async function openSealing() {
  const shop = await openTestShop();
  const { db } = shop.connection;
  const record = (times: number) =>
    Promise.all(Array.from({ length: times }, () => recordAudit(db, row)));
  const sealed = async () => (await lastSeal(shop.owner.db))?.position ?? 0;
  return { shop, db, record, sealed };
}

function aSealer(options: Pick<ConstructorParameters<typeof Sealer>[0], 'db' | 'dataDir'>) {
  const said: string[] = [];
  const say = (message: string) => void said.push(message);
  const sealer = new Sealer({
    auditKey: undefined,
    log: { error: say },
    pauses: PAUSES,
    ...options,
  });
  onTestFinished(() => sealer.stop());
  sealer.start();
  return { sealer, said };
}

test('rows are sealed soon after their commit, the last ones on the way out, and the end is noted', async () => {
  const { shop, db, record, sealed } = await openSealing();
  const dataDir = await temporaryFolder();
  const { sealer, said } = aSealer({ db, dataDir });
  await sql`INSERT INTO audit_events (action)
    SELECT 'session.refused' FROM generate_series(1, 1200)`.execute(db);
  await expect.poll(sealed, SOON).toBe(1_200);
  await record(3);
  await sealer.stop();
  // One that never began has nothing to finish.
  await new Sealer({ db, dataDir, auditKey: undefined, log: console }).stop();
  expect(await sealed()).toBe(1_203);
  expect(said).toEqual([]);
  expect((await stat(path.join(dataDir, 'audit.key'))).mode & 0o777).toBe(0o600);
  const key = await openAuditKey({ dataDir, configured: undefined, hasSeals: true });
  const head = await readHead(dataDir);
  expect(head?.position).toBe(1_203);
  expect(await verifyAudit(shop.owner.db, key, head)).toEqual({
    sealed: 1_203,
    unsealed: 0,
    otherKey: false,
    troubles: [],
  });
});

test('a row that is committed after a later one is not skipped', async () => {
  const { db, record } = await openSealing();
  let commit = () => {};
  const waiting = new Promise<void>((resolve) => (commit = resolve));
  let recorded = () => {};
  const under = new Promise<void>((resolve) => (recorded = resolve));
  const first = db.transaction().execute(async (tx) => {
    await recordAudit(tx, row);
    recorded();
    await waiting;
  });
  await under;
  await record(2);

  const settled = await pendingAfter(db, 0);
  expect(settled).toMatchObject({ upTo: 3, writers: [expect.any(String)] });
  expect(await pendingAfter(db, 0, settled)).toEqual(settled);
  commit();
  await first;
  expect(await pendingAfter(db, 0, settled)).toEqual({ upTo: 3, writers: [] });
  await sealEvents(db, KEY, 3);
  expect(await verifyAudit(db, KEY, undefined)).toMatchObject({ sealed: 3, troubles: [] });
});

test('who does not wait for it skips it, which shows', async () => {
  const { db, record } = await openSealing();
  await db
    .transaction()
    .execute(async (tx) => {
      await recordAudit(tx, row);
      await record(2);
      await sealEvents(db, KEY, 3);
    })
    .then(() => record(1));
  await sealAll(db);
  const { troubles } = await verifyAudit(db, KEY, undefined);
  expect(troubles).toEqual([{ what: 'inserted', eventId: 1 }]);
});

test('several servers seal one chain while many write, some of whom give up', async () => {
  const { shop, db, record, sealed } = await openSealing();
  const dataDir = await temporaryFolder();
  const sealers = [1, 2, 3].map(() => aSealer({ db, dataDir }));
  const giveUp = () =>
    db
      .transaction()
      .execute(async (tx) => {
        await recordAudit(tx, row);
        throw new Error('given up');
      })
      .catch(() => {});
  const write = async () => {
    for (let times = 0; times < 30; times++) {
      await db.transaction().execute(async (tx) => {
        await recordAudit(tx, row);
        await sql`SELECT pg_sleep(random() * 0.01)`.execute(tx);
      });
      await giveUp();
      await record(1);
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
  await expect.poll(sealed, SOON).toBe(240);
  for (const { sealer, said } of sealers) {
    await sealer.stop();
    expect(said).toEqual([]);
  }
  const key = await openAuditKey({ dataDir, configured: undefined, hasSeals: true });
  const findings = await verifyAudit(shop.owner.db, key, await readHead(dataDir));
  expect(findings).toEqual({ sealed: 240, unsealed: 0, otherKey: false, troubles: [] });
});

test('broken connections and a database that is away are outlived', async () => {
  const { shop, db, record, sealed } = await openSealing();
  const { said } = aSealer({ db, dataDir: await temporaryFolder() });
  await record(1);
  await expect.poll(sealed, SOON).toBe(1);
  for (let times = 2; times <= 5; times++) {
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(shop.owner.db);
    await expect
      .poll(
        () =>
          record(1).then(
            () => true,
            () => false,
          ),
        SOON,
      )
      .toBe(true);
    await expect.poll(sealed, SOON).toBeGreaterThanOrEqual(times);
  }
  expect(said).toEqual([]);

  const nowhere = connect({ host: '127.0.0.1', port: 1 }, () => {});
  const away = aSealer({ db: nowhere.db, dataDir: await temporaryFolder() });
  await away.sealer.stop();
  await nowhere.close();
  expect(away.said).toEqual([]);
});

test('after an outage it looks anew: the database may be another, with other transactions', async () => {
  const [before, after] = [await openSealing(), await openSealing()];
  const nowhere = connect({ host: '127.0.0.1', port: 1 }, () => {});
  onTestFinished(() => nowhere.close());
  let current = before.db;
  let looks = 0;
  const sealer = new Sealer({
    dataDir: await temporaryFolder(),
    auditKey: KEY,
    log: console,
    pauses: PAUSES,
    get db() {
      looks++;
      return current;
    },
  });
  onTestFinished(() => sealer.stop());
  const looksAgain = async () => {
    const seen = looks;
    await expect.poll(() => looks, SOON).toBeGreaterThan(seen + 3);
  };
  // In both databases the first row is on its way and later ones are there.
  const commits = await Promise.all(
    [before, after].map(async ({ db, record }) => {
      const commit = await hold(db, (tx) => recordAudit(tx, row));
      await record(2);
      return commit;
    }),
  );
  sealer.start();
  await looksAgain();
  current = nowhere.db;
  await looksAgain();
  current = after.db;
  await looksAgain();
  expect(await after.sealed()).toBe(0);
  for (const commit of commits) await commit();
  await expect.poll(after.sealed, SOON).toBe(3);
  expect(await verifyAudit(after.db, KEY, undefined)).toMatchObject({ sealed: 3, troubles: [] });
});

test('another key does not go on with the chain, and a lost one is not replaced', async () => {
  const { shop, db, record, sealed } = await openSealing();
  await record(1);
  const one = aSealer({ db, dataDir: await temporaryFolder() });
  await expect.poll(sealed, SOON).toBe(1);
  await one.sealer.stop();
  await record(1);

  const otherKey = await temporaryFolder();
  await writeFile(path.join(otherKey, 'audit.key'), KEY.toString('hex'));
  const other = aSealer({ db, dataDir: otherKey });
  await expect.poll(() => other.said.join(), SOON).toContain('outra chave');
  const lost = aSealer({ db, dataDir: await temporaryFolder() });
  await expect.poll(() => lost.said.join(), SOON).toContain('Falta a chave');
  const spoilt = await temporaryFolder();
  await writeFile(path.join(spoilt, 'audit.key'), 'segredo');
  const unread = aSealer({ db, dataDir: spoilt });
  await expect.poll(() => unread.said.join(), SOON).toContain('não tem uma chave');
  expect(unread.said.join()).not.toContain('segredo');
  expect(await sealed()).toBe(1);
  expect((await verifyAudit(shop.owner.db, KEY, undefined)).troubles).toHaveLength(1);
});

test('a cut end is said, and what was noted of it stays noted', async () => {
  const { shop, db, record, sealed } = await openSealing();
  const dataDir = await temporaryFolder();
  const before = aSealer({ db, dataDir });
  await record(5);
  await expect.poll(sealed, SOON).toBe(5);
  await before.sealer.stop();
  const noted = await readFile(path.join(dataDir, 'audit.head'), 'utf8');
  await shop.owner.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM audit_seals WHERE position > 3`.execute(tx);
  });

  const after = aSealer({ db, dataDir });
  await record(5);
  await expect.poll(sealed, SOON).toBe(10);
  // The two seals that were cut off were made again, alike: the rows are there and the key is the same.
  await expect.poll(() => readHead(dataDir), SOON).toMatchObject({ position: 10 });
  await after.sealer.stop();
  expect(after.said).toEqual([]);

  await shop.owner.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM audit_seals WHERE position > 8`.execute(tx);
    await sql`DELETE FROM audit_events WHERE id > 8`.execute(tx);
  });
  const last = aSealer({ db, dataDir });
  await record(5);
  await expect.poll(() => last.said.join(), SOON).toContain('npm run audit:verify');
  await last.sealer.stop();
  expect(await readHead(dataDir)).toMatchObject({ position: 10 });
  expect(noted).toMatch(/^5 [0-9a-f]{64}\n$/);
});
