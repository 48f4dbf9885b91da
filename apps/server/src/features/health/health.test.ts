import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../../database/connection.ts';
import { APPLICATION_ROLE } from '../../database/open/application-role.ts';
import { COOKIE, openAnotherApp, openTestShop } from '../../testing/app.ts';

test('200 while the database responds and has the schema of this version', async () => {
  const shop = await openTestShop();
  const off = { status: 'ok', backup: { state: 'off', last: null }, doctor: 'none' };
  expect(await shop.call('readHealth')).toMatchObject({ status: 200, body: off });

  const { db } = shop.owner;
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', 'x')`.execute(db);
  const unavailable = { status: 503, code: 'unavailable' };
  expect((await shop.call('readHealth')).problem).toMatchObject(unavailable);
  await sql`DELETE FROM kysely_migration WHERE name = '9999_newer'`.execute(db);
  expect((await shop.call('readHealth')).status).toBe(200);
  await sql`DELETE FROM kysely_migration WHERE name =
    (SELECT max(name) FROM kysely_migration)`.execute(db);
  expect((await shop.call('readHealth')).status).toBe(503);
});

test('a late or failed backup is in the answer, which stays 200', async () => {
  const { connection } = await openTestShop();
  const takenAt = new Date('2026-11-20T06:00:00Z');
  const app = await openAnotherApp({
    connection,
    backups: async () => ({
      state: 'failed',
      last: { file: '/mnt/backups/balcao-7e57ca5e-2026-11-20T03-00-00.backup', takenAt, bytes: 12 },
      ageSeconds: 90_000,
      failure: { at: takenAt, reason: 'O disco está cheio.' },
    }),
    certificate: async () => ({ state: 'ending', until: takenAt }),
    examination: async () => 'problem',
  });
  const { status, body } = await app.call('readHealth');
  const backup = { state: 'failed', last: '2026-11-20T06:00:00.000Z' };
  const certificate = { state: 'ending', until: '2026-11-20T06:00:00.000Z' };
  const told = { status: 'ok', backup, proxy: 'none', certificate, doctor: 'problem' };
  expect({ status, body }).toEqual({ status: 200, body: told });
});

test('503 for a read-only database', async () => {
  const shop = await openTestShop();
  const { db } = shop.owner;
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  const role = sql`ALTER ROLE ${sql.id(APPLICATION_ROLE)} IN DATABASE ${sql.id(rows[0]?.name ?? '')}`;
  // A setting takes effect for new connections.
  const reconnect = sql`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = ${APPLICATION_ROLE}`;
  expect((await shop.call('readHealth')).status).toBe(200);
  await sql`${role} SET default_transaction_read_only = on`.execute(db);
  await reconnect.execute(db);
  await expect
    .poll(async () => (await shop.call('readHealth')).problem)
    .toMatchObject({ status: 503, code: 'unavailable' });
  await sql`${role} RESET default_transaction_read_only`.execute(db);
  await reconnect.execute(db);
  await expect.poll(async () => (await shop.call('readHealth')).status).toBe(200);
});

test('without its database every call is 503 with Retry-After', async () => {
  const nobody = connect({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, () => {});
  const app = await openAnotherApp({ connection: nobody });
  const answers = [
    await app.call('readHealth'),
    await app.call('readInstitution'),
    await app.call('login', { body: { username: 'vera', password: 'x' } }),
    await app.call('listProducts', { token: 'A'.repeat(43) }),
    await app.call('refreshSession', { body: {}, headers: { cookie: `${COOKIE}=x` } }),
    await app.call('logout', { token: 'A'.repeat(43) }),
  ];
  for (const { problem, headers } of answers) {
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      code: 'unavailable',
      detail: 'O banco de dados está fora do ar. Tente de novo em instantes.',
      reference: headers.get('x-request-id'),
    });
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(headers.get('retry-after')).toBe('2');
  }
  await nobody.close();
});
