import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { routes } from '@balcao/contract/api/routes.ts';
import { COOKIE, openTestShop, temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { aUser, PASSWORD } from '@balcao/server/src/testing/builders.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { expect, test, vi } from 'vitest';
import { openCaddy, openNginx, request } from './open-proxies.ts';
import { freePort, whyNo } from './tools.ts';

/** What a browser may send to pass for somebody else. */
const FALSE_HEADERS = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'outra.exemplo',
  'x-request-id': 'abcdefabcdefabcdef',
};
const CPF = '52998224725';

test.for([
  ['Caddy', 'caddy', 'version', openCaddy],
  ['nginx', 'nginx', '-v', openNginx],
] as const)(
  'through %s a browser has TLS, its own address and large spreadsheets, and no log has a CPF',
  { timeout: 60_000 },
  async ([, program, version, open], { skip }) => {
    const why = await whyNo(program, version);
    if (why) skip(why);
    const shop = await openTestShop();
    const { db } = shop.owner;
    const folder = path.join(await temporaryFolder(), 'proxy');
    await mkdir(folder);
    const [port, plainPort] = [await freePort(), await freePort()];
    const upstream = new URL(shop.origin).host;
    const stopAndRead = await open({ upstream, folder, port, plainPort });
    const ask = (url: string, given: Parameters<typeof request>[2] = {}) =>
      request(port, url, given);
    const answers = () =>
      ask('/api/health/').then(
        ({ status }) => status === 200,
        () => false,
      );
    await vi.waitUntil(answers, { timeout: 20_000 });

    const redirected = await fetch(`http://localhost:${plainPort}/pdv`, { redirect: 'manual' });
    expect([301, 308]).toContain(redirected.status);
    expect(redirected.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/pdv$/);

    const user = await aUser(db, { admin: true });
    const signedIn = await ask(routes.login.path, {
      headers: FALSE_HEADERS,
      body: { username: user.login, password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000');
    // The proxy's own, which may also be in its log.
    expect(signedIn.headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/);
    const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`^__Host-${COOKIE}=.*; Secure`));
    const sessions = await db
      .selectFrom('sessions')
      .select('address')
      .where('user_id', '=', user.id)
      .execute();
    expect(sessions).toEqual([{ address: '127.0.0.1' }]);

    const renew = (origin: string) =>
      ask(routes.refreshSession.path, {
        headers: { ...FALSE_HEADERS, cookie: cookie.split(';')[0] ?? '', origin },
        body: {},
      });
    const proxySeen = async () => JSON.parse((await ask(routes.readHealth.path)).text).proxy;
    expect(await proxySeen()).toBe('none');
    expect((await renew('https://outra.exemplo')).status).toBe(403);
    expect(await proxySeen()).toBe('ok');
    expect((await renew(`https://localhost:${port}`)).status).toBe(200);

    const large = await ask(routes.compareProducts.path, {
      headers: { authorization: `Bearer ${await anAccess(db, user.id)}` },
      body: { more: 'x'.repeat(3_000_000) },
    });
    expect(large.status).toBe(400);
    expect(large.text).toContain('"code"');

    expect((await ask(`/api/pdv/clients/?search=${CPF}`)).status).toBe(401);
    await shop.app.close();
    expect((await ask(`/api/pdv/clients/?search=${CPF}`)).status).toBe(502);
    expect(await stopAndRead()).not.toContain(CPF);
  },
);
