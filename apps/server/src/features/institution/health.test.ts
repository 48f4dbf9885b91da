import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../../database/connection.ts';
import { openAnotherApp } from '../../testing/another-app.ts';
import { COOKIE, openTestShop } from '../../testing/app.ts';

test('well while the database answers and its schema is this version’s', async () => {
  const shop = await openTestShop();
  expect(await shop.call('readHealth')).toMatchObject({ status: 200, body: { status: 'ok' } });

  const { db } = shop.owner;
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_newer', 'x')`.execute(db);
  expect((await shop.call('readHealth')).problem).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  await sql`DELETE FROM kysely_migration WHERE name = '9999_newer'`.execute(db);
  expect((await shop.call('readHealth')).status).toBe(200);
  await sql`DELETE FROM kysely_migration WHERE name =
    (SELECT max(name) FROM kysely_migration)`.execute(db);
  expect((await shop.call('readHealth')).status).toBe(503);
});

test('a database that is away is 503 for every call, with a time to come back', async () => {
  const nobody = connect({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, () => {});
  const app = await openAnotherApp({ connection: nobody });
  const answers = [
    await app.call('readHealth'),
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
    });
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(headers.get('retry-after')).toBe('2');
  }
  // What needs no database goes on.
  expect((await app.call('readInstitution')).status).toBe(200);
  await nobody.close();
});
