import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase, openTestShop } from '../../testing/app.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { keepLog, makeShopFolder, openServer } from '../embedded/testing/shop-folder.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { openDatabase } from './open-database.ts';

const timeouts = async (db: Kysely<unknown>) => {
  const { rows } = await sql<{ statement: string; idle: string }>`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db);
  return rows;
};

test('requests are never served by a role that could lose sales', async () => {
  const dataDir = await makeShopFolder();
  const open = () => openDatabase({ dataDir, databaseUrl: undefined }, keepLog().log);
  const first = await open();
  // The role may set this for itself.
  await sql`ALTER ROLE balcao_app SET synchronous_commit = off`.execute(first.connection.db);
  await first.close();
  const second = await open();
  const { rows } = await second.connection.pool.query('SHOW synchronous_commit');
  expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  await second.close();
  // A setting that a superuser has made for the whole database is refused, not reset.
  const server = await openServer(dataDir);
  await server.query('ALTER DATABASE balcao SET synchronous_commit = off');
  await server.stop();
  await expect(open()).rejects.toThrow(/synchronous_commit=off/);
});

test('an upgrade takes as long as it takes, while requests are given up on', async () => {
  const seen: unknown[] = [];
  const slow = { up: async (db: Kysely<unknown>) => void seen.push(...(await timeouts(db))) };
  const options = { dataDir: '/nowhere', databaseUrl: await makeEmptyDatabase() };
  const migrating = { known: { ...migrations, '9999_slow': slow } };
  const { connection, close } = await openDatabase({ ...options, migrating }, keepLog().log);
  onTestFinished(close);
  expect(seen).toEqual([{ statement: '0', idle: '0' }]);
  expect(await timeouts(connection.db as unknown as Kysely<unknown>)).toEqual([
    { statement: '15s', idle: '15s' },
  ]);
});

test('data of a version before the first release is refused and stays as it is', async () => {
  const { db, pool } = (await openTestShop()).owner;
  await pool.query("UPDATE kysely_migration SET name = '0001_people' WHERE name = '0001_users'");
  const before = await tableSnapshot(db);
  await expect(migrate(db)).rejects.toThrow(/versão de teste.*Nada foi mudado/);
  expect(await tableSnapshot(db)).toEqual(before);
});
