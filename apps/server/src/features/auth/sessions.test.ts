import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { COOKIE, openAnotherApp, openTestShop, type TestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { aVisitor, cookieOf, signIn, type Visitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { disableUser } from '../users/users.service.ts';

const shop = await openTestShop(afterAll);
const another = await openAnotherApp({ connection: shop.connection }, afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true });

const anAttempt = () => randomBytes(16).toString('hex');

async function refresh(cookie: string, attempt?: string, headers: Record<string, string> = {}) {
  const answer = await shop.call('refreshSession', {
    body: attempt === undefined ? {} : { attempt },
    headers: { cookie, ...headers },
  });
  return { status: answer.status, body: answer.body, cookie: cookieOf(answer.headers) };
}

const SOON = { timeout: 3_000, interval: 20 };

/** The statuses of a call with each token. */
function statusesAt(
  server: Pick<TestShop, 'call'>,
  ...visitors: { token: string }[]
): Promise<number[]> {
  return Promise.all(
    visitors.map(async ({ token }) => (await server.call('listActiveProducts', { token })).status),
  );
}

async function statusWith(token = ''): Promise<number | undefined> {
  return (await statusesAt(shop, { token }))[0];
}

/** Moves a user's session and tokens into the past. */
async function letPass({ id }: Visitor, interval: string): Promise<void> {
  await sql`UPDATE session_tokens SET expires_at = expires_at - ${interval}::interval
    WHERE session_id IN (SELECT id FROM sessions WHERE user_id = ${id})`.execute(db);
  await sql`UPDATE sessions SET started_at = started_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval WHERE user_id = ${id}`.execute(db);
}

test('who may do what takes effect with its commit, whatever has changed it', async () => {
  const seller = await aVisitor(shop);
  const chief = await aVisitor(shop, { admin: true });
  expect(await statusesAt(shop, seller, chief)).toEqual([200, 200]);
  // Not a call: the operator's commands do the same.
  await disableUser(shop.connection.db, null, seller.id);
  expect(await statusWith(seller.token)).toBe(401);

  const settings = (await shop.call('readSettings', { token: admin.token })).body;
  const body = { ...settings, require_second_factor: true };
  expect((await shop.call('editSettings', { token: admin.token, body })).status).toBe(200);
  const refused = await shop.call('listActiveProducts', { token: chief.token });
  expect(refused.problem).toMatchObject({ status: 403, code: 'second_factor_required' });
  await sql`UPDATE settings SET require_second_factor = false`.execute(db);
  await expect.poll(() => statusWith(chief.token), SOON).toBe(200);
});

test('a refresh gives another access and another cookie', async () => {
  const visitor = await aVisitor(shop, { name: 'Vera' });
  const next = await refresh(visitor.cookie);
  expect(next).toMatchObject({ status: 200, body: { user: { id: visitor.id, name: 'Vera' } } });
  expect(next.body.access).not.toBe(visitor.token);
  expect(next.cookie).toMatch(new RegExp(`^${COOKIE}=[\\w-]{43}$`));
  expect(next.cookie).not.toBe(visitor.cookie);
  expect(await statusWith(next.body.access)).toBe(200);
  expect((await refresh(next.cookie)).status).toBe(200);
});

test('a reused cookie ends the whole session, including its access, at once', async () => {
  const visitor = await aVisitor(shop);
  const next = await refresh(visitor.cookie);
  const both = [visitor, { token: next.body.access }];
  expect(await statusesAt(shop, ...both)).toEqual([200, 200]);
  const before = await lastAuditId(db);
  expect((await refresh(visitor.cookie)).status).toBe(401);
  expect(await statusesAt(shop, ...both)).toEqual([401, 401]);
  expect((await refresh(next.cookie)).status).toBe(401);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'session.token_reused', actor_id: visitor.id, before: null, after: null },
  ]);
});

test('a retry after a lost response gets the same successor, until that has been used', async () => {
  const visitor = await aVisitor(shop);
  const attempt = anAttempt();
  const lost = await refresh(visitor.cookie, attempt);
  const again = await refresh(visitor.cookie, attempt);
  expect(again).toMatchObject({ status: 200, cookie: lost.cookie });
  expect(again.body.access).not.toBe(lost.body.access);
  expect(await statusWith(again.body.access)).toBe(200);

  const third = await refresh(again.cookie, anAttempt());
  expect((await refresh(visitor.cookie, attempt)).status).toBe(401);
  expect(await statusWith(third.body.access)).toBe(401);
  expect((await refresh(third.cookie)).status).toBe(401);
});

test('two at once of one attempt get one successor; two attempts end the session', async () => {
  const twice = async (first: string, second: string) => {
    const { cookie } = await aVisitor(shop);
    return Promise.all([refresh(cookie, first), refresh(cookie, second)]);
  };
  const attempt = anAttempt();
  const same = await twice(attempt, attempt);
  expect(same.map(({ status }) => status)).toEqual([200, 200]);
  expect(same[0].cookie).toBe(same[1].cookie);

  const two = await twice(anAttempt(), anAttempt());
  expect(two.map(({ status }) => status).sort()).toEqual([200, 401]);
  const winner = two.find(({ status }) => status === 200);
  expect(await statusWith(winner?.body.access)).toBe(401);
});

test('only a refresh token renews, and it does nothing else', async () => {
  const { token, cookie } = await aVisitor(shop);
  for (const wrong of ['', `${COOKIE}=`, `${COOKIE}=x`, `${COOKIE}=${token}`]) {
    expect((await refresh(wrong)).status).toBe(401);
  }
  // Over TLS the plain cookie is refused, because anyone on the network could have set it.
  expect((await refresh(cookie, undefined, { 'x-forwarded-proto': 'https' })).status).toBe(401);
  expect(await statusWith(cookie.split('=')[1])).toBe(401);
  expect(await statusWith(token)).toBe(200);
});

test.each(['refreshSession', 'logout'] as const)(
  '%s for another site is refused and changes nothing',
  async (name) => {
    const visitor = await aVisitor(shop);
    const { cookie } = visitor;
    const send = (from: Record<string, string>) =>
      shop.call(name, { headers: { cookie, ...from }, ...(name !== 'logout' && { body: {} }) });
    const before = await tableSnapshot(db);
    const { port } = new URL(shop.origin);
    for (const from of [
      { origin: 'https://outra.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
      { origin: `https://127.0.0.1:${port}` },
      { origin: `http://localhost:${port}` },
      // Another port of this host is the same site but another program.
      { origin: 'http://outra.example', 'x-forwarded-host': 'outra.example' },
      { 'sec-fetch-site': 'same-site', origin: shop.origin },
      { 'sec-fetch-site': 'cross-site', origin: shop.origin },
    ]) {
      expect((await send(from)).problem).toMatchObject({ status: 403, code: 'cross_site' });
    }
    expect(await tableSnapshot(db)).toEqual(before);
    expect(await statusesAt(shop, visitor)).toEqual([200]);
    expect((await send({ origin: shop.origin })).status).toBeLessThan(300);
  },
);

test('an access lives 15 minutes, and an unused session 12 hours', async () => {
  const after = async (interval: string) => {
    const visitor = await aVisitor(shop);
    await letPass(visitor, interval);
    const call = await statusWith(visitor.token);
    return [call, (await refresh(visitor.cookie)).status];
  };
  expect(await after('14 minutes 50 seconds')).toEqual([200, 200]);
  expect(await after('15 minutes 1 second')).toEqual([401, 200]);
  expect(await after('11 hours 59 minutes 50 seconds')).toEqual([401, 200]);
  expect(await after('12 hours 1 second')).toEqual([401, 401]);
});

test('a session in use ends after 7 days, with all its tokens', async () => {
  const visitor = await aVisitor(shop);
  let { cookie } = visitor;
  for (let halfDays = 0; halfDays < 14; halfDays++) {
    await letPass(visitor, '11 hours 59 minutes');
    const next = await refresh(cookie);
    expect(next.status).toBe(200);
    cookie = next.cookie;
  }
  const { rows } = await sql<{ beyond: number }>`
    SELECT count(*) AS beyond FROM session_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE s.user_id = ${visitor.id} AND t.expires_at > s.expires_at`.execute(db);
  expect(rows[0]?.beyond).toBe(0);
  await letPass(visitor, '14 minutes 1 second');
  expect((await refresh(cookie)).status).toBe(401);
});

test.each([{ active: false }, { deleted_at: new Date(), deleted_by: 1 }])(
  'a user with %o gets no other access',
  async (change) => {
    const visitor = await aVisitor(shop);
    // In the database alone, so that the session itself is still open.
    await db.updateTable('users').set(change).where('id', '=', visitor.id).execute();
    expect((await refresh(visitor.cookie)).status).toBe(401);
  },
);

describe('signing out', () => {
  test.each([
    ['with the cookie alone', true, false],
    ['with the bearer token alone', false, true],
    ['with both', true, true],
  ])('%s ends this session, at every server, and no other', async (_how, withCookie, withToken) => {
    const visitor = await aVisitor(shop);
    const elsewhere = await signIn(shop, visitor);
    for (const server of [shop, another]) expect(await statusesAt(server, visitor)).toEqual([200]);
    const before = await lastAuditId(db);
    const answer = await shop.call('logout', {
      ...(withToken && { token: visitor.token }),
      ...(withCookie && { headers: { cookie: visitor.cookie } }),
    });
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${COOKIE}=; .*Expires=Thu, 01 Jan 1970`)),
    ]);
    expect(await statusesAt(shop, visitor, elsewhere)).toEqual([401, 200]);
    await expect.poll(() => statusesAt(another, visitor), SOON).toEqual([401]);
    expect((await refresh(visitor.cookie)).status).toBe(401);
    expect(await auditAfter(db, before)).toMatchObject([
      { action: 'session.ended', actor_id: visitor.id, subject_id: visitor.id },
    ]);
  });

  test('over TLS clears the cookie with the attributes that a __Host- cookie needs', async () => {
    const { token } = await aVisitor(shop);
    const answer = await shop.call('logout', { token, headers: { 'x-forwarded-proto': 'https' } });
    const cleared = `^__Host-${COOKIE}=; .*Path=/; .*Expires=Thu, 01 Jan 1970.*Secure`;
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(new RegExp(cleared))]);
  });

  test('twice, without a session or with rubbish is no error', async () => {
    const { token } = await aVisitor(shop);
    for (const sent of [{ token }, { token }, {}, { token: 'x' }, { headers: { cookie: 'a=b' } }]) {
      expect((await shop.call('logout', sent)).status).toBe(204);
    }
  });

  test('works behind a proxy that does not forward Host, by Sec-Fetch-Site', async () => {
    const visitor = await aVisitor(shop);
    const { cookie } = visitor;
    const headers = { cookie, origin: 'https://loja.example', 'sec-fetch-site': 'same-origin' };
    expect((await shop.call('logout', { headers })).status).toBe(204);
    expect(await statusesAt(shop, visitor)).toEqual([401]);
  });
});

/** Changes a user, deletes them or resets their password. */
function change(
  { id, name, login, admin: isAdmin }: Visitor,
  how: 'deleteUser' | 'resetPassword' | { active?: boolean; admin?: boolean; name?: string },
): Promise<{ status: number }> {
  const target = { token: admin.token, id };
  if (typeof how === 'string') return shop.call(how, target);
  const body = { name, email: login, active: true, admin: isAdmin, ...how };
  return shop.call('editUser', { ...target, body });
}

describe('a change takes effect at once', () => {
  test.each<[string, boolean, Parameters<typeof change>[1]]>([
    ['deactivation', false, { active: false }],
    ['demotion', true, { admin: false }],
    ['promotion', false, { admin: true }],
    ['deletion', false, 'deleteUser'],
    ['a password reset', false, 'resetPassword'],
  ])('%s ends every session, on another server within a second', async (_what, isAdmin, how) => {
    const first = await aVisitor(shop, { admin: isAdmin });
    const both = [first, await signIn(shop, first)] as const;
    for (const server of [shop, another]) {
      expect(await statusesAt(server, ...both)).toEqual([200, 200]);
    }
    expect((await change(first, how)).status).toBe(200);
    const changedAt = performance.now();
    expect(await statusesAt(shop, ...both)).toEqual([401, 401]);
    expect((await refresh(both[1].cookie)).status).toBe(401);
    await expect.poll(() => statusesAt(another, ...both), SOON).toEqual([401, 401]);
    expect(performance.now() - changedAt).toBeLessThan(2_000);
    expect(await statusesAt(shop, admin)).toEqual([200]);
  });

  test('another name ends no session', async () => {
    const visitor = await aVisitor(shop);
    expect((await change(visitor, { name: 'Outro Nome' })).status).toBe(200);
    expect(await statusesAt(shop, visitor)).toEqual([200]);
  });

  test('a new password of their own ends the other sessions, but not this one', async () => {
    const here = await aVisitor(shop);
    const there = await signIn(shop, here);
    expect(await statusesAt(shop, here, there)).toEqual([200, 200]);
    const next = 'outra-senha-boa';
    const body = { old_password: PASSWORD, new_password: next, confirm_new_password: next };
    expect((await shop.call('changePassword', { token: here.token, body })).status).toBe(200);
    expect(await statusesAt(shop, here, there)).toEqual([200, 401]);
    expect((await refresh(here.cookie)).status).toBe(200);
    expect((await refresh(there.cookie)).status).toBe(401);
  });
});
