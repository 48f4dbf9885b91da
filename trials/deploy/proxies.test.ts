import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { routes } from '@balcao/contract/routes.ts';
import { COOKIE, openTestShop, temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { aUser, PASSWORD } from '@balcao/server/src/testing/builders.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { expect, test, vi } from 'vitest';
import { deployed, freePort, keepRunning, runTool, whyNo } from './tools.ts';

/** What a browser may send to pass for somebody else. */
const FALSE_HEADERS = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'outra.exemplo',
  'x-request-id': 'abcdefabcdefabcdef',
};
const CPF = '52998224725';

type Open = {
  /** Where the server listens: host and port. */
  upstream: string;
  folder: string;
  port: number;
  plainPort: number;
};
/** Starts a proxy with its file of deploy/; returns what stops it and returns all that it has printed and logged. */
type OpenProxy = (open: Open) => Promise<() => Promise<string>>;

const openCaddy: OpenProxy = async ({ upstream, folder, port, plainPort }) => {
  const file = path.join(folder, 'Caddyfile');
  const shipped = await deployed('Caddyfile');
  const ours = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plainPort}`;
  const text = shipped
    .replace(/^\{$/m, ours)
    .replace(/^balcao\.escola\.lan \{$/m, `https://localhost:${port} {`)
    .replace('127.0.0.1:3000', upstream);
  await writeFile(file, text);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const options = ['--config', file, '--adapter', 'caddyfile'];
  const validated = await runTool('caddy', ['validate', ...options], env);
  expect(validated.code, validated.output).toBe(0);
  const { printed, stop } = keepRunning('caddy', ['run', ...options], env);
  return async () => {
    await stop();
    return printed();
  };
};

const openNginx: OpenProxy = async ({ upstream, folder, port, plainPort }) => {
  const [certificate, key] = ['balcao.crt', 'balcao.key'].map((name) => path.join(folder, name));
  const made = await runTool('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...[
      '-subj',
      '/CN=localhost',
      '-days',
      '2',
      '-keyout',
      String(key),
      '-out',
      String(certificate),
    ],
  ]);
  expect(made.code, made.output).toBe(0);
  const site = (await deployed('nginx.conf'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('balcao.escola.lan', 'localhost')
    .replace('127.0.0.1:3000', upstream)
    .replace('/etc/ssl/balcao.crt', String(certificate))
    .replace('/etc/ssl/private/balcao.key', String(key))
    .replaceAll('/var/log/nginx', folder);
  await writeFile(path.join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const main = path.join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    main,
    `${user} pid ${folder}/nginx.pid; events {} http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  const options = ['-e', `${folder}/start.log`, '-p', folder, '-c', main];
  const tested = await runTool('nginx', ['-t', ...options]);
  expect(tested.code, tested.output).toBe(0);
  expect(tested.output).not.toContain('warn');
  const { printed, stop } = keepRunning('nginx', [...options, '-g', 'daemon off;']);
  return async () => {
    await stop();
    const logs = ['start.log', 'balcao.log', 'balcao-error.log'].map((name) =>
      readFile(path.join(folder, name), 'utf8'),
    );
    return printed() + (await Promise.all(logs)).join('');
  };
};

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

/** One request of a browser that trusts every certificate. */
async function request(
  port: number,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object },
) {
  const sent = https.request({
    ...{ host: '127.0.0.1', servername: 'localhost', port, path: url },
    method: body ? 'POST' : 'GET',
    headers: {
      host: `localhost:${port}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    rejectUnauthorized: false,
    agent: false,
  });
  sent.end(body && JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}
