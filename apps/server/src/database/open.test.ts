import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/another-app.ts';
import { makeEmptyDatabase } from '../testing/empty-database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

const timeouts = async (db: Kysely<unknown>) => {
  const { rows } = await sql<{ statement: string; idle: string }>`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db);
  return rows;
};

test('requests are never served by a role that could lose sales', async () => {
  const dataDir = await temporaryFolder();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const open = () => openDatabase({ dataDir, databaseUrl: undefined }, log);
  const first = await open();
  // The role may set this for itself, from any connection of its own.
  await sql`ALTER ROLE balcao_app SET synchronous_commit = off`.execute(first.connection.db);
  await first.close();
  const second = await open();
  const { rows } = await second.connection.pool.query('SHOW synchronous_commit');
  expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  await second.close();
  // What the superuser has set for the whole database is not ours to take back.
  const server = await startEmbeddedPostgres({ dataDir, log });
  const superuser = new pg.Client(server.superuser);
  await superuser.connect();
  await superuser.query('ALTER DATABASE balcao SET synchronous_commit = off');
  await superuser.end();
  await server.stop();
  await expect(open()).rejects.toThrow(/synchronous_commit=off/);
});

test('an upgrade takes as long as it takes, while requests are given up on', async () => {
  const seen: unknown[] = [];
  const slow = { up: async (db: Kysely<unknown>) => void seen.push(...(await timeouts(db))) };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { connection, close } = await openDatabase(
    {
      dataDir: await temporaryFolder(),
      databaseUrl: await makeEmptyDatabase(),
      migrating: { known: { ...migrations, '9999_slow': slow } },
    },
    log,
  );
  onTestFinished(close);
  expect(seen).toEqual([{ statement: '0', idle: '0' }]);
  expect(await timeouts(connection.db as unknown as Kysely<unknown>)).toEqual([
    { statement: '15s', idle: '15s' },
  ]);
});
