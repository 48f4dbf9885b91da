import { afterAll, describe, expect, test } from 'vitest';
import { openAnotherApp } from '../../testing/another-app.ts';
import { COOKIE, openTestShop, type TestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { aVisitor, signIn, type Visitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const another = await openAnotherApp({ connection: shop.connection }, afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true });

async function knock(token: string, at: Pick<TestShop, 'call'> = shop): Promise<number> {
  return (await at.call('listActiveProducts', { token })).status;
}

async function refreshStatus(cookie: string): Promise<number> {
  return (await shop.call('refreshSession', { body: {}, headers: { cookie } })).status;
}

describe('signing out', () => {
  test.each([
    ['with the cookie alone', true, false],
    ['with the bearer token alone', false, true],
    ['with both', true, true],
  ])('%s ends the session on the server', async (_how, withCookie, withToken) => {
    const visitor = await aVisitor(shop);
    expect(await knock(visitor.token)).toBe(200);
    const before = await lastAuditId(db);
    const answer = await shop.call('logout', {
      ...(withToken && { token: visitor.token }),
      ...(withCookie && { headers: { cookie: visitor.cookie } }),
    });
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${COOKIE}=; .*Expires=Thu, 01 Jan 1970`)),
    ]);
    expect(await knock(visitor.token)).toBe(401);
    expect(await refreshStatus(visitor.cookie)).toBe(401);
    expect(await auditAfter(db, before)).toMatchObject([
      { action: 'session.ended', actor_id: visitor.id, subject_id: visitor.id },
    ]);
  });

  test('over TLS clears the cookie as browsers demand it of a __Host- one', async () => {
    const { token } = await aVisitor(shop);
    const answer = await shop.call('logout', { token, headers: { 'x-forwarded-proto': 'https' } });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^__Host-${COOKIE}=; .*Path=/; .*Expires=Thu, 01 Jan 1970.*Secure`),
      ),
    ]);
  });

  test('leaves the same person signed in elsewhere', async () => {
    const here = await aVisitor(shop);
    const there = await signIn(shop, here);
    await shop.call('logout', { token: here.token });
    expect(await knock(there.token)).toBe(200);
  });

  test('twice, with nothing or with rubbish is no error', async () => {
    const { token } = await aVisitor(shop);
    for (const sent of [{ token }, { token }, {}, { token: 'x' }, { headers: { cookie: 'a=b' } }]) {
      expect((await shop.call('logout', sent)).status).toBe(204);
    }
  });

  test('behind a proxy that keeps the Host to itself the browser is believed', async () => {
    const { token, cookie } = await aVisitor(shop);
    const headers = { cookie, origin: 'https://loja.example', 'sec-fetch-site': 'same-origin' };
    expect((await shop.call('logout', { headers })).status).toBe(204);
    expect(await knock(token)).toBe(401);
  });

  test('by another site is refused and changes nothing', async () => {
    const { token, cookie } = await aVisitor(shop);
    const before = await tableSnapshot(db);
    for (const from of [
      { origin: 'https://outra.example' },
      // Another port of this host is the same site, and yet another program.
      { 'sec-fetch-site': 'same-site', origin: shop.origin },
      { 'sec-fetch-site': 'cross-site', origin: shop.origin },
    ]) {
      const answer = await shop.call('logout', { headers: { cookie, ...from } });
      expect(answer.problem).toMatchObject({ status: 403, code: 'cross_site' });
    }
    expect(await tableSnapshot(db)).toEqual(before);
    expect(await knock(token)).toBe(200);
  });
});

const edited = (visitor: Visitor, change: { active?: boolean; admin?: boolean; name?: string }) =>
  shop.call('editUser', {
    token: admin.token,
    params: { id: String(visitor.id) },
    body: {
      name: visitor.name,
      email: visitor.login,
      active: true,
      admin: visitor.admin,
      ...change,
    },
  });

describe('what takes effect at once', () => {
  test.each<[string, { admin: boolean }, (visitor: Visitor) => Promise<{ status: number }>]>([
    ['deactivation', { admin: false }, (visitor) => edited(visitor, { active: false })],
    ['demotion', { admin: true }, (visitor) => edited(visitor, { admin: false })],
    ['promotion', { admin: false }, (visitor) => edited(visitor, { admin: true })],
    [
      'deletion',
      { admin: false },
      ({ id }) => shop.call('deleteUser', { token: admin.token, params: { id: String(id) } }),
    ],
    [
      'a password reset',
      { admin: false },
      ({ id }) => shop.call('resetPassword', { token: admin.token, params: { id: String(id) } }),
    ],
  ])('%s ends every session, on another server within a second', async (_what, given, change) => {
    const first = await aVisitor(shop, given);
    const second = await signIn(shop, first);
    for (const { token } of [first, second]) {
      expect([await knock(token), await knock(token, another)]).toEqual([200, 200]);
    }
    expect((await change(first)).status).toBe(200);
    const changedAt = performance.now();
    expect([await knock(first.token), await knock(second.token)]).toEqual([401, 401]);
    expect(await refreshStatus(second.cookie)).toBe(401);
    await expect
      .poll(() => Promise.all([first, second].map(({ token }) => knock(token, another))), {
        timeout: 3_000,
        interval: 20,
      })
      .toEqual([401, 401]);
    expect(performance.now() - changedAt).toBeLessThan(2_000);
    expect(await knock(admin.token)).toBe(200);
  });

  test('another name ends nothing', async () => {
    const visitor = await aVisitor(shop);
    expect((await edited(visitor, { name: 'Outro Nome' })).status).toBe(200);
    expect(await knock(visitor.token)).toBe(200);
  });

  test('an own new password ends the other sessions, not the one it was changed in', async () => {
    const here = await aVisitor(shop);
    const there = await signIn(shop, here);
    expect([await knock(here.token), await knock(there.token)]).toEqual([200, 200]);
    const body = {
      old_password: PASSWORD,
      new_password: 'outra-senha-boa',
      confirm_new_password: 'outra-senha-boa',
    };
    expect((await shop.call('changePassword', { token: here.token, body })).status).toBe(200);
    expect([await knock(here.token), await knock(there.token)]).toEqual([200, 401]);
    expect(await refreshStatus(here.cookie)).toBe(200);
    expect(await refreshStatus(there.cookie)).toBe(401);
  });
});
