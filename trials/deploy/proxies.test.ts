import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import https from 'node:https';
import path from 'node:path';
import tls from 'node:tls';
import { routes } from '@balcao/contract/api/routes.ts';
import { COOKIE, openTestShop, temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { aUser, PASSWORD } from '@balcao/server/src/testing/builders.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type OpenProxy, openCaddy, openHaproxy, openNginx, request } from './open-proxies.ts';
import { deployed, freePort, whyNo } from './tools.ts';

/** What a browser may send to pass for somebody else. */
const FALSE_HEADERS = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'outra.exemplo',
  'x-request-id': 'abcdefabcdefabcdef',
};
const CPF = '52998224725';

/** Of ten counters of a school behind one address: each opens a page with all its files, and opens it again. */
const COUNTERS = 10;
const OF_ONE_COUNTER = 60;
const FLOOD = 3_000;
const SLOW = 450;

const proxies: readonly [name: string, program: string, version: string, open: OpenProxy][] = [
  ['Caddy', 'caddy', 'version', openCaddy],
  ['nginx', 'nginx', '-v', openNginx],
  ['HAProxy', 'haproxy', '-v', openHaproxy],
];

async function openBehind(open: OpenProxy) {
  const shop = await openTestShop();
  const folder = path.join(await temporaryFolder(), 'proxy');
  await mkdir(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const upstream = new URL(shop.origin).host;
  const stopAndRead = await open({ upstream, folder, port, plainPort });
  const answers = () =>
    request(port, '/api/health/').then(
      ({ status }) => status === 200,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 20_000 });
  return { shop, port, plainPort, stopAndRead };
}

test.for(proxies)(
  'through %s a browser has TLS, its own address and large spreadsheets, and no log has a CPF',
  { timeout: 60_000 },
  async ([, program, version, open], { skip }) => {
    const why = await whyNo(program, version);
    if (why) skip(why);
    const { shop, port, plainPort, stopAndRead } = await openBehind(open);
    const { db } = shop.owner;
    const ask = (url: string, given: Parameters<typeof request>[2] = {}) =>
      request(port, url, given);

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
    expect([502, 503]).toContain((await ask(`/api/pdv/clients/?search=${CPF}`)).status);
    const logged = await stopAndRead();
    expect(logged).not.toContain(CPF);
    if (open === openHaproxy) expect(logged).toMatch(/ GET \/api\/pdv\/clients\/$/m);
  },
);

/** So many requests of one address, which keeps its connections as browsers do. */
async function askOften(port: number, count: number): Promise<(number | undefined)[]> {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 6 * COUNTERS });
  onTestFinished(() => agent.destroy());
  const ask = () => request(port, '/api/nothing', { agent });
  return (await Promise.all(Array.from({ length: count }, ask))).map(({ status }) => status);
}

test.for(proxies)(
  'through %s who sends too slowly is cut off, and what is too large is refused',
  { timeout: 60_000 },
  async ([, program, version, open], { skip }) => {
    const why = await whyNo(program, version);
    if (why) skip(why);
    const { shop, port } = await openBehind((given) => open({ ...given, patience: '1s' }));
    const { id } = await aUser(shop.owner.db, { admin: true });
    const headers = { authorization: `Bearer ${await anAccess(shop.owner.db, id)}` };
    // Refused by its length. If the body were on its way, a closed connection could overtake the response.
    const large = await request(port, routes.compareProducts.path, {
      headers,
      announced: 10_000_000,
    });
    expect(large.status).toBe(413);

    const slow = tls.connect({ port, servername: 'localhost', rejectUnauthorized: false });
    onTestFinished(() => void slow.destroy());
    slow.on('error', () => {}).resume();
    await once(slow, 'secureConnect');
    slow.write('GET /api/health/ HTTP/1.1\r\nHost: localhost\r\n');
    await once(slow, 'close');
  },
);

test('nginx answers a whole school behind one address, and no flood', { timeout: 60_000 }, async ({
  skip,
}) => {
  const why = await whyNo('nginx', '-v');
  if (why) skip(why);
  const { port } = await openBehind(openNginx);
  const ofSchool = await askOften(port, COUNTERS * OF_ONE_COUNTER);
  expect(new Set(ofSchool)).toEqual(new Set([404]));
  expect(await askOften(port, FLOOD)).toContain(429);
});

test.for([
  ['without a cookie', ''],
  ['with an invented one', 'Cookie: a=b\r\n'],
] as const)(
  'hundreds of slow sign-ins of one address, %s, shut out nobody there',
  { timeout: 60_000 },
  async ([, invented], { skip }) => {
    const why = await whyNo('nginx', '-v');
    if (why) skip(why);
    const { shop, port } = await openBehind(openNginx);
    const { id, login } = await aUser(shop.owner.db);
    const slowly = `POST ${routes.login.path} HTTP/1.1\r\nHost: localhost\r\n${invented}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
    let ended = 0;
    const open = Array.from({ length: SLOW }, async () => {
      const socket = tls.connect({ port, servername: 'localhost', rejectUnauthorized: false });
      onTestFinished(() => void socket.destroy());
      socket
        .on('error', () => {})
        .on('close', () => ended++)
        .resume();
      await once(socket, 'secureConnect');
      socket.write(slowly);
    });
    await Promise.all(open);
    const body = { username: login, password: PASSWORD };
    for (const cookie of [`__Host-${COOKIE}=x`, '']) {
      const headers = { cookie };
      expect((await request(port, routes.login.path, { headers, body })).status).toBe(200);
      expect((await request(port, '/', { headers })).status).not.toBe(429);
    }
    const headers = { authorization: `Bearer ${await anAccess(shop.owner.db, id)}` };
    expect((await request(port, routes.listInactiveProducts.path, { headers })).status).toBe(200);
    // All of them are still there.
    expect(ended).toBe(0);
  },
);

test('both files name their limits, whether the tools are here or not', async () => {
  expect(await deployed('nginx.conf')).toMatch(
    /limit_req zone=balcao_asked burst=1000 nodelay;[\s\S]*limit_conn balcao_open \d+;[\s\S]*client_max_body_size 9m;[\s\S]*client_header_timeout 15s;[\s\S]*client_body_timeout 15s;/,
  );
  expect(await deployed('Caddyfile')).toMatch(
    /read_header 15s\s+read_body 1m[\s\S]*request_body \{\s+max_size 9MB\s+\}/,
  );
});
