import { type Kysely, sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/another-app.ts';
import { asSuperuser, inDatabase } from '../testing/cluster.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

const NAME = 'balcao_slow_upgrade';

/** The address of an empty database on the server of the tests, as DATABASE_URL has it. */
async function emptyDatabase(): Promise<string> {
  const superuser = inject('superuser');
  await asSuperuser(superuser, `DROP DATABASE IF EXISTS ${NAME}`);
  await asSuperuser(superuser, `CREATE DATABASE ${NAME}`);
  onTestFinished(() => asSuperuser(superuser, `DROP DATABASE ${NAME} WITH (FORCE)`));
  const config = inDatabase(superuser, NAME);
  if (config.connectionString) return config.connectionString;
  const { user = '', password, host = '', port } = config;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(String(password))}@/${NAME}?${query}`;
}

const timeouts = async (db: Kysely<unknown>) => {
  const { rows } = await sql<{ statement: string; idle: string }>`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(db);
  return rows;
};

test('an upgrade takes as long as it takes, while requests are given up on', async () => {
  const seen: unknown[] = [];
  const slow = { up: async (db: Kysely<unknown>) => void seen.push(...(await timeouts(db))) };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { connection, close } = await openDatabase(
    {
      dataDir: await temporaryFolder(),
      databaseUrl: await emptyDatabase(),
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
