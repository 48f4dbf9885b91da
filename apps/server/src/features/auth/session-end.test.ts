import { afterAll, describe, expect, test } from 'vitest';
import { COOKIE, openAnotherApp, openTestShop, type TestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { aVisitor, signIn, type Visitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const another = await openAnotherApp({ connection: shop.connection }, afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true });

const SOON = { timeout: 3_000, interval: 20 };

/** The statuses of a call with each token. */
function statusesAt(server: Pick<TestShop, 'call'>, ...visitors: Visitor[]): Promise<number[]> {
  return Promise.all(
    visitors.map(async ({ token }) => (await server.call('listActiveProducts', { token })).status),
  );
}

async function refreshStatus({ cookie }: Visitor): Promise<number> {
  return (await shop.call('refreshSession', { body: {}, headers: { cookie } })).status;
}

describe('signing out', () => {
  test.each([
    ['with the cookie alone', true, false],
    ['with the bearer token alone', false, true],
    ['with both', true, true],
  ])('%s ends the session on the server', async (_how, withCookie, withToken) => {
    const visitor = await aVisitor(shop);
    expect(await statusesAt(shop, visitor)).toEqual([200]);
    expect(await statusesAt(another, visitor)).toEqual([200]);
    const before = await lastAuditId(db);
    const answer = await shop.call('logout', {
      ...(withToken && { token: visitor.token }),
      ...(withCookie && { headers: { cookie: visitor.cookie } }),
    });
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${COOKIE}=; .*Expires=Thu, 01 Jan 1970`)),
    ]);
    expect(await statusesAt(shop, visitor)).toEqual([401]);
    await expect.poll(() => statusesAt(another, visitor), SOON).toEqual([401]);
    expect(await refreshStatus(visitor)).toBe(401);
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

  test('leaves the same user signed in elsewhere', async () => {
    const here = await aVisitor(shop);
    const there = await signIn(shop, here);
    await shop.call('logout', { token: here.token });
    expect(await statusesAt(shop, there)).toEqual([200]);
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

  test('by another site is refused and changes nothing', async () => {
    const visitor = await aVisitor(shop);
    const before = await tableSnapshot(db);
    for (const from of [
      { origin: 'https://outra.example' },
      // Another port of this host is the same site but another program.
      { 'sec-fetch-site': 'same-site', origin: shop.origin },
      { 'sec-fetch-site': 'cross-site', origin: shop.origin },
    ]) {
      const headers = { cookie: visitor.cookie, ...from };
      const { problem } = await shop.call('logout', { headers });
      expect(problem).toMatchObject({ status: 403, code: 'cross_site' });
    }
    expect(await tableSnapshot(db)).toEqual(before);
    expect(await statusesAt(shop, visitor)).toEqual([200]);
  });
});

type Change = (visitor: Visitor) => Promise<{ status: number }>;

const edited =
  (change: { active?: boolean; admin?: boolean; name?: string }): Change =>
  ({ id, name, login, admin: isAdmin }) =>
    shop.call('editUser', {
      token: admin.token,
      params: { id: String(id) },
      body: { name, email: login, active: true, admin: isAdmin, ...change },
    });
const target = ({ id }: Visitor) => ({ token: admin.token, params: { id: String(id) } });

describe('a change takes effect at once', () => {
  test.each<[string, { admin: boolean }, Change]>([
    ['deactivation', { admin: false }, edited({ active: false })],
    ['demotion', { admin: true }, edited({ admin: false })],
    ['promotion', { admin: false }, edited({ admin: true })],
    ['deletion', { admin: false }, (visitor) => shop.call('deleteUser', target(visitor))],
    [
      'a password reset',
      { admin: false },
      (visitor) => shop.call('resetPassword', target(visitor)),
    ],
  ])('%s ends every session, on another server within a second', async (_what, given, change) => {
    const first = await aVisitor(shop, given);
    const both = [first, await signIn(shop, first)] as const;
    expect(await statusesAt(shop, ...both)).toEqual([200, 200]);
    expect(await statusesAt(another, ...both)).toEqual([200, 200]);
    expect((await change(first)).status).toBe(200);
    const changedAt = performance.now();
    expect(await statusesAt(shop, ...both)).toEqual([401, 401]);
    expect(await refreshStatus(both[1])).toBe(401);
    await expect.poll(() => statusesAt(another, ...both), SOON).toEqual([401, 401]);
    expect(performance.now() - changedAt).toBeLessThan(2_000);
    expect(await statusesAt(shop, admin)).toEqual([200]);
  });

  test('another name ends no session', async () => {
    const visitor = await aVisitor(shop);
    expect((await edited({ name: 'Outro Nome' })(visitor)).status).toBe(200);
    expect(await statusesAt(shop, visitor)).toEqual([200]);
  });

  test('a new password of their own ends the other sessions, but not this one', async () => {
    const here = await aVisitor(shop);
    const there = await signIn(shop, here);
    expect(await statusesAt(shop, here, there)).toEqual([200, 200]);
    const password = 'outra-senha-boa';
    const body = {
      old_password: PASSWORD,
      new_password: password,
      confirm_new_password: password,
    };
    expect((await shop.call('changePassword', { token: here.token, body })).status).toBe(200);
    expect(await statusesAt(shop, here, there)).toEqual([200, 401]);
    expect([await refreshStatus(here), await refreshStatus(there)]).toEqual([200, 401]);
  });
});
