import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAnotherApp } from '../../testing/another-app.ts';
import { COOKIE, openTestShop } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  shop.call('login', { body: { username, password }, headers });

test('the record that the browser stores has no refresh token, password or CPF', async () => {
  const user = await aUser(db, { name: 'Vera', admin: true, mustChangePassword: true });
  const answer = await login(user.login, PASSWORD);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    access: expect.stringMatching(/^[\w-]{43}$/),
    user: { id: user.id, name: 'Vera', admin: true, image: null, must_change_password: true },
  });
  const refresh = answer.headers.getSetCookie()[0]?.match(/=([\w-]+);/)?.[1] ?? '';
  expect(refresh).toHaveLength(43);
  expect(JSON.stringify(answer.body)).not.toContain(refresh);
});

test('the database knows tokens only by their hash', async () => {
  const { token, cookie } = await aVisitor(shop);
  const { rows } = await sql<{ text: string }>`
    SELECT string_agg(t::text, '') AS text FROM session_tokens t`.execute(db);
  expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
  expect(rows[0]?.text).not.toContain(token);
  expect(rows[0]?.text).not.toContain(cookie.split('=')[1]);
});

test('a login is compared without regard to case, accents included', async () => {
  await aUser(db, { login: 'João.Ção@Escola.br' });
  for (const typed of ['joão.ção@escola.br', 'JOÃO.ÇÃO@ESCOLA.BR', 'João.Ção@Escola.br']) {
    expect((await login(typed, PASSWORD)).status).toBe(200);
  }
  expect((await login('joao.cao@escola.br', PASSWORD)).status).toBe(401);
});

test('whatever is wrong, the answer is the same', async ({ annotate }) => {
  const admin = await aVisitor(shop, { admin: true });
  const active = await aUser(db);
  const inactive = await aUser(db, { active: false });
  const deleted = await aUser(db);
  await shop.call('deleteUser', { token: admin.token, params: { id: String(deleted.id) } });

  const cases: Record<string, [login: string, password: string]> = {
    'wrong password': [active.login, 'outra-senha'],
    'empty password': [active.login, ''],
    'unknown login': ['ninguem', PASSWORD],
    'login that PostgreSQL cannot hold': ['a\0b', PASSWORD],
    'empty login': ['', ''],
    inactive: [inactive.login, PASSWORD],
    deleted: [deleted.login, PASSWORD],
  };
  const seen = new Set<string>();
  const times: string[] = [];
  for (const [what, [username, password]] of Object.entries(cases)) {
    const startedAt = performance.now();
    const { status, body, headers } = await login(username, password);
    times.push(`${what} ${Math.round(performance.now() - startedAt)} ms`);
    const names = [...headers.keys()].sort();
    seen.add(JSON.stringify({ status, body, names, length: headers.get('content-length') }));
  }
  // For people to look at: a time that depends on the machine proves nothing either way.
  await annotate(times.join(', '));
  expect([...seen].map((answer) => JSON.parse(answer))).toEqual([
    expect.objectContaining({
      status: 401,
      body: {
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'wrong_credentials',
        detail: 'Login ou senha incorretos!',
      },
    }),
  ]);
});

test('the audit says who signed in and who was refused, and nothing of what was typed', async () => {
  const user = await aUser(db, { name: 'Rui', login: 'rui' });
  const before = await lastAuditId(db);
  await login('rui', PASSWORD);
  await login('rui', 'senha-errada-do-rui');
  await login('senha-no-campo-errado', 'x');
  const rows = await auditAfter(db, before);
  expect(rows).toMatchObject([
    { action: 'session.started', actor_id: user.id, actor_name: 'Rui', before: null, after: null },
    { action: 'session.refused', actor_id: user.id, before: null, after: null },
    { action: 'session.refused', actor_id: null, actor_name: null, subject_id: null },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/senha/);
});

test('a user deactivated while the password is looked at does not get in', async () => {
  const user = await aUser(db);
  const before = await lastAuditId(db);
  const letGo = await hold(db, (tx) =>
    tx.updateTable('users').set({ active: false }).where('id', '=', user.id).execute(),
  );
  const answering = login(user.login, PASSWORD);
  await untilBlocked(db);
  await letGo();
  expect((await answering).problem).toMatchObject({ status: 401, code: 'wrong_credentials' });
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .execute();
  expect(sessions).toEqual([]);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'session.refused', actor_id: user.id, subject_id: user.id },
  ]);
});

test('a sign-in takes away what has no effect any more, and who is known where stays', async () => {
  const user = await aUser(db);
  const session = async (address: string, endedDaysAgo: number) => {
    const { id } = await db
      .insertInto('sessions')
      .values({
        user_id: user.id,
        address,
        started_at: sql`now() - make_interval(days => ${endedDaysAgo + 7})`,
        expires_at: sql`now() - make_interval(days => ${endedDaysAgo})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const failure = (subject: string, minutes: number) =>
    db
      .insertInto('sign_in_failures')
      .values({
        subject,
        failures: 3,
        last_at: sql`now() - make_interval(mins => ${minutes})`,
      })
      .execute();
  await session('10.0.0.1', 300);
  const lastThere = await session('10.0.0.1', 200);
  await session('10.0.0.2', 200);
  const recent = await session('10.0.0.2', 100);
  await failure('forgotten', 16);
  await failure('remembered', 14);

  expect((await login(user.login, PASSWORD)).status).toBe(200);
  const kept = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  expect(kept.map(({ id }) => id).sort()).toEqual([lastThere, recent].sort());
  const failures = await db.selectFrom('sign_in_failures').select('subject').execute();
  const subjects = failures.map(({ subject }) => subject);
  expect(subjects).toContain('remembered');
  expect(subjects).not.toContain('forgotten');
});

test('over plain HTTP the cookie is for this site alone and no script', async () => {
  const user = await aUser(db);
  const { headers } = await login(user.login, PASSWORD);
  const [cookie, ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(
    new RegExp(`^${COOKIE}=[\\w-]{43}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict$`),
  );
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('behind a TLS proxy of this machine it is a Secure __Host- cookie, and HSTS is on', async () => {
  const user = await aUser(db);
  const { headers } = await login(user.login, PASSWORD, { 'x-forwarded-proto': 'https' });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^__Host-${COOKIE}=[\\w-]{43}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Strict$`,
      ),
    ),
  ]);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('nobody else is believed about TLS or about who they are', async () => {
  const user = await aUser(db);
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    remoteAddress: '192.0.2.7',
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' },
    payload: { username: user.login, password: PASSWORD },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['strict-transport-security']).toBeUndefined();
  expect(answer.headers['set-cookie']).toContain(`${COOKIE}=`);
  const session = await db
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(session.address).toBe('192.0.2.7');
});

test('what a proxy passes on that is no address is not believed', async () => {
  const user = await aUser(db);
  await login(user.login, PASSWORD, { 'x-forwarded-for': '198.51.100.3, lixo' });
  const session = await db
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(session.address).toBe('127.0.0.1');
});

test('a proxy on another machine is believed when it is named', async () => {
  const trustProxy = ['192.0.2.0/28'];
  const { app } = await openAnotherApp({ connection: shop.connection, trustProxy });
  const seen = async (remoteAddress: string) => {
    const user = await aUser(db);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      remoteAddress,
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1, 198.51.100.3' },
      payload: { username: user.login, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    const session = await db
      .selectFrom('sessions')
      .select('address')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return { address: session.address, cookie: String(answer.headers['set-cookie']).split('=')[0] };
  };
  // What the client itself has written before the proxy's word is not believed.
  expect(await seen('192.0.2.7')).toEqual({
    address: '198.51.100.3',
    cookie: `__Host-${COOKIE}`,
  });
  expect(await seen('192.0.2.77')).toEqual({ address: '192.0.2.77', cookie: COOKIE });
});
