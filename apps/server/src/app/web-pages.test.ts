import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openAnotherApp, openTestShop, temporaryFolder } from '../testing/app.ts';
import { aVisitor } from '../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const webDir = await temporaryFolder(afterAll);
await mkdir(path.join(webDir, 'assets'));
await mkdir(path.join(webDir, 'logos'));
const INLINE = "\n  'keeps early keys';\n";
await writeFile(
  path.join(webDir, 'index.html'),
  `<script>${INLINE}</script><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>`,
);
await writeFile(path.join(webDir, 'assets', 'index-4f2a.js'), 'export {};');
await writeFile(path.join(webDir, 'logos', 'colegio.svg'), '<svg/>');
await writeFile(path.join(webDir, 'worker.js'), 'skipWaiting();');
await writeFile(path.join(webDir, 'worker.js.gz'), gzipSync('skipWaiting();'));
const web = await openAnotherApp({ connection: shop.connection, webDir }, afterAll);

const get = (address: string, init?: RequestInit) => fetch(web.origin + address, init);

const PROBLEM = 'application/problem+json; charset=utf-8';

/** fetch normalises an address; this sends it unchanged. */
async function getAsItStands(address: string, method = 'GET') {
  const { hostname: host, port } = new URL(web.origin);
  const [response] = (await once(
    request({ host, port, path: address, method }).end(),
    'response',
  )) as [IncomingMessage];
  const type = response.headers['content-type'];
  return { status: response.statusCode, type, text: await text(response) };
}

test('every page has its own nonce, the same in its policy and in its markup', async () => {
  const nonces = new Set<string>();
  for (const address of ['/', '/login', '/vendas?page=2', '/pdf', '/nada/disto', '/index.html']) {
    const response = await get(address);
    const { headers } = response;
    expect(response.status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1] ?? '';
    expect(html.match(/nonce="([^"]*)"/g)).toEqual(Array(2).fill(`nonce="${nonce}"`));
    expect(html).not.toContain('__CSP_NONCE__');
    nonces.add(nonce);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash('sha256', INLINE, 'base64')}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(nonces.size).toBe(6);
});

test.each([
  ['/pdf', 'same-origin-allow-popups'],
  ['/pdf?x=1', 'same-origin-allow-popups'],
  ['/pdfFechamento', 'same-origin'],
  ['/pdv', 'same-origin'],
])(
  '%s has the opener policy %s: of the papers the receipt alone is a process of its own',
  async (address, policy) => {
    expect((await get(address)).headers.get('cross-origin-opener-policy')).toBe(policy);
  },
);

test('files with hashed names are cached for a year, the others for an hour', async () => {
  const hashed = await get('/assets/index-4f2a.js');
  expect(await hashed.text()).toBe('export {};');
  expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers.get('content-type')).toMatch(/javascript/);
  const logo = await get('/logos/colegio.svg');
  expect(logo.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(logo.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  );
});

test.each(['identity', 'gzip'])(
  'the service worker is asked for again at each page, and may fetch files (%s)',
  async (encoding) => {
    const worker = await get('/worker.js', { headers: { 'accept-encoding': encoding } });
    expect(worker.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    expect(await worker.text()).toBe('skipWaiting();');
    expect(worker.headers.get('content-type')).toMatch(/javascript/);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(worker.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each<[address: string, method?: string]>([
  ['/api'],
  ['/api/'],
  ['/api?page=1'],
  ['/api/nada'],
  ['/assets/index-old.js'],
  ['/assets/'],
  ['/assets/..%2findex.html'],
  ['/assets/%2e%2e/%2e%2e/etc/passwd.js'],
  ['/login', 'POST'],
  ['/login', 'PUT'],
  ['/login', 'DELETE'],
])('%s is 404 and not a page', async (address, method) => {
  const { status, type, text } = await getAsItStands(address, method);
  expect({ status, type }).toEqual({ status: 404, type: PROBLEM });
  expect(JSON.parse(text)).toMatchObject({ status: 404, code: 'not_found' });
});

test('nothing outside the folder is served', async () => {
  const dataDir = await temporaryFolder();
  await writeFile(path.join(dataDir, 'balcao_app.password'), 'segredo');
  const name = path.basename(dataDir);
  for (const address of [
    `/../${name}/balcao_app.password`,
    `/..%2f${name}%2fbalcao_app.password`,
    `/%2e%2e/${name}/balcao_app.password`,
    `/logos/../../${name}/balcao_app.password`,
    '//etc/passwd',
    '/..%5c..%5cetc/passwd',
  ]) {
    const { type, text } = await getAsItStands(address);
    expect(type).toMatch(/^text\/html/);
    expect(text).toContain('<meta property="csp-nonce"');
  }
});

test('who has a session does not wait until three hundred pages have been answered', async () => {
  const { token } = await aVisitor(shop);
  const headers = { authorization: `Bearer ${token}` };
  const answered: string[] = [];
  const ask = async (url: string) => {
    const { statusCode } = await web.app.inject({ url, headers });
    answered.push(`${url} ${statusCode}`);
  };
  // Whose session it is has been looked up: pages wait for no database, and a slow one is no slow turn.
  await web.app.inject({ url: '/api/users/', headers });
  await Promise.all([...Array(300).fill('/login'), '/api/users/'].map(ask));
  // Of a seller, whom it is not for.
  expect(answered.indexOf('/api/users/ 403')).toBeLessThan(30);
  expect(answered).toContain('/api/users/ 403');
});
