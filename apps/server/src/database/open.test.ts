import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/another-app.ts';
import { makeEmptyDatabase } from '../testing/empty-database.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

const timeouts = async (db: Kysely<unknown>) => {
  const { rows } = await sql<{ statement: string; idle: string }>`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db);
  return rows;
};

test('a role of requests that could lose sales is refused as the whole server would be', async () => {
  const dataDir = await temporaryFolder();
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const open = () => openDatabase({ dataDir, databaseUrl: undefined }, log);
  const { connection, close } = await open();
  // The role may set this for itself, from any connection of its own.
  await sql`ALTER ROLE balcao_app SET synchronous_commit = off`.execute(connection.db);
  await close();
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
