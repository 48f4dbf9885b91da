import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../app/app.ts';
import { keepLog, makeShopFolder } from '../database/embedded/testing/shop-folder.ts';
import { markMove } from '../database/open/moved-away.ts';
import { openDatabase } from '../database/open/open-database.ts';
import { withClient } from '../database/open/single-connection.ts';
import { verifyAudit } from '../features/audit/verify-audit.ts';
import { openForOperator } from '../operator/open-for-operator.ts';
import { readConfig } from '../program/config.ts';
import { refuseNewBesideOther } from '../start/refuse-new-beside-other.ts';
import { callApi, TEST_SHOP } from '../testing/app.ts';
import { KEY, sealAll } from '../testing/audit-chain.ts';
import { aSalePayload, aUser, saleParts } from '../testing/builders.ts';
import { openDebianPostgres, whyNoDebianPostgres } from '../testing/debian-postgres.ts';
import { violations } from '../testing/invariants.ts';
import { anAccess } from '../testing/signed-in.ts';
import { moveBack, moveOut } from './move-shop.ts';

const { signal } = new AbortController();
const { log } = keepLog();
const work = { log, onProgress: () => {}, signal };

/** A shop that is opened and closed again and again, wherever it is. */
async function aShop(dataDir: string) {
  let given: { token: string; body: ReturnType<typeof aSalePayload> } | undefined;
  return async (databaseUrl?: string) => {
    const database = await openDatabase({ dataDir, databaseUrl }, log);
    const { db } = database.connection;
    const app = await createApp({
      connection: database.connection,
      shop: TEST_SHOP,
      shopKey: async () => KEY,
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= app.close().then(database.close);
      return closed;
    };
    onTestFinished(close);
    given ??= {
      token: await anAccess(db, (await aUser(db)).id),
      body: aSalePayload(await saleParts(db)),
    };
    const sell = async () => {
      const headers = { 'idempotency-key': randomUUID() };
      return (await callApi(origin, 'createSale', { ...given, headers })).status;
    };
    const books = () =>
      db
        .selectFrom('sales')
        .select(({ fn }) => [fn.countAll().as('sales'), fn.sum('total_general_cents').as('cents')])
        .executeTakeFirstOrThrow();
    return { db, sell, books, close };
  };
}

/** Makes the next restore into a database run a statement at its commit. */
const atCommit = (statement: string) => `
  CREATE SCHEMA plant;
  CREATE FUNCTION plant.late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;
  CREATE FUNCTION plant.sow() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF to_regclass('public.kysely_migration') IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'late') THEN
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON public.kysely_migration
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION plant.late();
    END IF; END $$;
  CREATE EVENT TRIGGER sow ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION plant.sow()`;

test('a shop moves to a PostgreSQL of one’s own and back: sums and audit hold, and it never sells in two places', async ({
  skip,
}) => {
  const why = whyNoDebianPostgres();
  if (why) skip(why);
  const { url, query } = await openDebianPostgres();
  await query('CREATE ROLE loja LOGIN NOSUPERUSER');
  const dataDir = await makeShopFolder();
  const databaseUrl = url('loja').replace('dono@', 'loja@');
  const place = { dataDir, databaseUrl, backupDir: path.join(dataDir, '..', 'backups') };
  const open = await aShop(dataDir);

  const first = await open();
  for (let sale = 0; sale < 3; sale++) expect(await first.sell()).toBe(201);
  await sealAll(first.db);
  await query('ALTER DATABASE loja OWNER TO loja');
  await expect(moveOut(place, work)).rejects.toThrow('A loja está aberta');
  expect(await first.sell()).toBe(201);
  const before = await first.books();
  await first.close();
  await expect(moveOut({ ...place, databaseUrl: url('nenhum') }, work)).rejects.toThrow();

  const owner = { connectionString: url('loja') };
  await withClient(owner, signal, (client) => client.query(atCommit("RAISE 'planted'")));
  await expect(moveOut({ ...place, databaseUrl: url('loja') }, work)).rejects.toThrow('planted');
  expect(await readdir(dataDir)).toContain('postgres');
  await withClient(owner, signal, (client) => client.query('DROP EVENT TRIGGER sow'));

  await interruptedCommit();
  expect(await readdir(dataDir)).not.toContain('postgres');
  await expect(moveOut(place, work)).rejects.toThrow(/mudou para outro .*\n.*\n {2}mv /);
  const [away = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('postgres-mudou-'));
  const home = path.join(dataDir, 'postgres');
  await rename(path.join(dataDir, away), home);

  const { kept, backup } = await moveOut(place, work);
  expect(backup.head.books.sales).toBe(4);
  expect(await readdir(dataDir)).toContain(path.basename(kept));
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: place.backupDir }, '/');
  await expect(refuseNewBesideOther(config)).rejects.toThrow(
    /^A loja desta pasta mudou para outro PostgreSQL .*: diga qual em DATABASE_URL.*\n.*vazio.*\n {2}mv /,
  );
  const second = await open(`${databaseUrl}&application_name=loja`);
  expect(await second.books()).toEqual(before);
  await expect(moveBack(place, work)).rejects.toThrow('A loja está aberta');
  for (let sale = 0; sale < 2; sale++) expect(await second.sell()).toBe(201);
  await sealAll(second.db);
  const there = await second.books();
  await second.close();

  await query('ALTER DATABASE loja OWNER TO dono');
  await expect(moveBack(place, work)).rejects.toThrow('não é dono do banco');
  await query('ALTER DATABASE loja OWNER TO loja');
  // As if the move back had been killed.
  const source = { connectionString: databaseUrl };
  const killed = { at: '2026-01-01', home, isOver: false };
  await withClient(source, signal, (client) => markMove(client, killed));
  await mkdir(path.join(dataDir, 'restore-morta'));
  await expect(open(databaseUrl)).rejects.toThrow('npm run move -- back');
  const elsewhere = { ...place, dataDir: await makeShopFolder() };
  await expect(moveBack(elsewhere, work)).rejects.toThrow('com a mesma DATA_DIR');
  await moveBack(place, work);
  expect(await readdir(dataDir)).not.toContain('restore-morta');
  for (const again of [place, elsewhere]) {
    await expect(moveBack(again, work)).rejects.toThrow(`está em ${home}: tire DATABASE_URL`);
  }
  await expect(open(databaseUrl)).rejects.toThrow('A loja saiu do banco de DATABASE_URL');
  await expect(openForOperator(place, log)).rejects.toThrow('A loja saiu do banco');
  await withClient(source, signal, (client) =>
    expect(client.query('UPDATE sales_counts SET live = 0')).rejects.toThrow('read-only'),
  );
  const third = await open();
  expect(await third.books()).toEqual(there);
  expect(await third.sell()).toBe(201);
  const head = await sealAll(third.db);
  const { troubles, sealed, unsealed } = await verifyAudit(third.db, KEY, head);
  expect({ troubles, unsealed }).toEqual({ troubles: [], unsealed: 0 });
  expect(sealed).toBeGreaterThanOrEqual(7);
  expect(await violations(third.db)).toEqual([]);
  await third.close();
  await expect(moveOut(place, work)).rejects.toThrow('não está vazio');

  /** The command is interrupted when its commit is under way, which then goes on without it. */
  async function interruptedCommit() {
    await query('CREATE DATABASE meia');
    const half = { connectionString: url('meia') };
    const interruption = new AbortController();
    await withClient(half, signal, async (client) => {
      await client.query(atCommit('PERFORM pg_advisory_xact_lock(1)'));
      await client.query('SELECT pg_advisory_lock(1)');
      const waiting = async () => {
        const { rows } = await client.query(
          "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
        );
        return rows.length;
      };
      const move = moveOut(
        { ...place, databaseUrl: url('meia') },
        { ...work, signal: interruption.signal },
      );
      const failed = expect(move).rejects.toThrow('A mudança parou no último passo');
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      interruption.abort();
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
      await client.query('SELECT pg_advisory_unlock(1)');
      await failed;
    });
  }
}, 120_000);
