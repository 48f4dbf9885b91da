import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { sweep } from '../../sweep.ts';
import { COOKIE, openAnotherApp, openTestShop } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  shop.call('login', { body: { username, password }, headers });

/** The addresses of a user's sessions. */
async function addressesOf({ id }: { id: number }): Promise<string[]> {
  const sessions = db.selectFrom('sessions').select('address').where('user_id', '=', id);
  return (await sessions.execute()).map(({ address }) => address);
}

// Specification: 3.1
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

test('the database has only hashes of tokens', async () => {
  const { token, cookie } = await aVisitor(shop);
  const { rows } = await sql<{ text: string }>`
    SELECT string_agg(t::text, '') AS text FROM session_tokens t`.execute(db);
  expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
  expect(rows[0]?.text).not.toContain(token);
  expect(rows[0]?.text).not.toContain(cookie.split('=')[1]);
});

test('a login ignores case, also of letters with accents', async () => {
  await aUser(db, { login: 'João.Ção@Escola.br' });
  for (const typed of ['joão.ção@escola.br', 'JOÃO.ÇÃO@ESCOLA.BR', 'João.Ção@Escola.br']) {
    expect((await login(typed, PASSWORD)).status).toBe(200);
  }
  expect((await login('joao.cao@escola.br', PASSWORD)).status).toBe(401);
});

test('the response is the same whatever is wrong', async () => {
  const admin = await aVisitor(shop, { admin: true });
  const active = await aUser(db);
  const inactive = await aUser(db, { active: false });
  const deleted = await aUser(db);
  await shop.call('deleteUser', { token: admin.token, id: deleted.id });

  const seen = new Set<string>();
  for (const [username, password] of [
    [active.login, 'outra-senha'],
    [active.login, ''],
    ['ninguem', PASSWORD],
    // PostgreSQL cannot store this one.
    ['a\0b', PASSWORD],
    ['', ''],
    [inactive.login, PASSWORD],
    [deleted.login, PASSWORD],
  ] as const) {
    const { status, problem, headers } = await login(username, password);
    // The reference belongs to this request alone.
    const body = { ...problem, reference: undefined };
    const names = [...headers.keys()].sort();
    seen.add(JSON.stringify({ status, body, names, length: headers.get('content-length') }));
  }
  const [problem, ...others] = seen;
  expect(others).toEqual([]);
  expect(JSON.parse(problem ?? '')).toMatchObject({
    status: 401,
    body: { status: 401, code: 'wrong_credentials', detail: 'Login ou senha incorretos!' },
  });
});

test('the audit records who signed in and who was refused, from where, and nothing that was typed', async () => {
  const user = await aUser(db, { name: 'Rui', login: 'rui' });
  const before = await lastAuditId(db);
  const after = { address: '127.0.0.1' };
  await login('rui', PASSWORD);
  await login('rui', 'senha-errada-do-rui');
  await login('senha-no-campo-errado', 'x');
  const rows = await auditAfter(db, before);
  expect(rows).toMatchObject([
    { action: 'session.started', actor_id: user.id, actor_name: 'Rui', before: null, after },
    { action: 'session.refused', actor_id: user.id, before: null, after },
    { action: 'session.refused', actor_id: null, actor_name: null, subject_id: null, after },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/senha/);
});

test('a user who is deactivated while the password is verified does not get in', async () => {
  const user = await aUser(db);
  const before = await lastAuditId(db);
  const letGo = await hold(db, (tx) =>
    tx.updateTable('users').set({ active: false }).where('id', '=', user.id).execute(),
  );
  const answering = login(user.login, PASSWORD);
  await untilBlocked(db);
  await letGo();
  expect((await answering).problem).toMatchObject({ status: 401, code: 'wrong_credentials' });
  expect(await addressesOf(user)).toEqual([]);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'session.refused', actor_id: user.id, subject_id: user.id },
  ]);
});

test('old sessions and counts are swept, but familiar addresses stay familiar', async () => {
  const user = await aUser(db);
  // Old sessions, by the number of days since they ended.
  await sql`
    INSERT INTO sessions (user_id, address, started_at, expires_at)
    SELECT ${user.id}, address, now() - make_interval(days => ended + 7),
      now() - make_interval(days => ended)
    FROM (VALUES ('10.0.0.1', 300), ('10.0.0.1', 200), ('10.0.0.2', 199), ('10.0.0.2', 100))
      AS old (address, ended)`.execute(db);
  await sql`INSERT INTO sign_in_failures (subject, failures, last_at) VALUES
    ('old', 3, now() - interval '16 minutes'), ('new', 3, now() - interval '14 minutes')`.execute(
    db,
  );

  // The server does it once a minute; a sign-in has no part in it.
  expect((await login(user.login, PASSWORD)).status).toBe(200);
  const left = async () => {
    const { rows } = await sql<{ ended: number }>`
      SELECT extract(day FROM now() - expires_at)::integer AS ended FROM sessions
      WHERE user_id = ${user.id} AND expires_at < now() ORDER BY id`.execute(db);
    return rows.map(({ ended }) => ended).sort();
  };
  expect(await left()).toEqual([100, 199, 200, 300]);
  await sweep(shop.connection.db);
  expect(await left()).toEqual([100, 200]);
  const failures = await db.selectFrom('sign_in_failures').select('subject').execute();
  const subjects = failures.map(({ subject }) => subject);
  expect(subjects).toContain('new');
  expect(subjects).not.toContain('old');
});

test.each([
  ['http', '', '', null],
  ['https', '__Host-', ' Secure;', 'max-age=31536000'],
])(
  'over %s the cookie is for this site alone and for no script',
  async (how, prefix, secure, hsts) => {
    const user = await aUser(db);
    const { headers } = await login(user.login, PASSWORD, { 'x-forwarded-proto': how });
    const cookie = `^${prefix}${COOKIE}=[\\w-]{43}; Max-Age=604800; Path=/; HttpOnly;${secure} SameSite=Strict$`;
    const browser = `^${prefix}balcao_browser_\\w+=.*; Max-Age=15552000; Path=/; HttpOnly;${secure} SameSite=Strict$`;
    expect(headers.getSetCookie()).toEqual(
      [cookie, browser].map((given) => expect.stringMatching(new RegExp(given))),
    );
    expect(headers.get('strict-transport-security')).toBe(hsts);
  },
);

const trusting = await openAnotherApp(
  { connection: shop.connection, trustProxy: ['192.0.2.0/28'] },
  afterAll,
);

test.each([
  ['nobody else is believed', shop.app, '192.0.2.7', '127.0.0.1', '192.0.2.7', ''],
  ['a proxy on this machine is', shop.app, '127.0.0.1', '198.51.100.3', '198.51.100.3', '__Host-'],
  ['unless it forwards rubbish', shop.app, '127.0.0.1', '198.51.100.3, x', '127.0.0.1', '__Host-'],
  // The proxy appends the address that it sees; the client may have sent anything before it.
  ['a named proxy is', trusting.app, '192.0.2.7', '::1, 198.51.100.3', '198.51.100.3', '__Host-'],
  ['its neighbour is not', trusting.app, '192.0.2.77', '198.51.100.3', '192.0.2.77', ''],
])(
  'about TLS and the client’s address %s',
  async (_who, app, remoteAddress, forwarded, address, prefix) => {
    const user = await aUser(db);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      remoteAddress,
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': forwarded },
      payload: { username: user.login, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['set-cookie']).split('=')[0]).toBe(prefix + COOKIE);
    expect(answer.headers['strict-transport-security'] !== undefined).toBe(prefix !== '');
    expect(await addressesOf(user)).toEqual([address]);
  },
);
