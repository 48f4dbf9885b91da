import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../program/log.ts';
import { openAnotherApp, openTestShop, temporaryFolder } from '../testing/app.ts';
import { aUser, PASSWORD } from '../testing/builders.ts';
import { anAccess } from '../testing/signed-in.ts';

const SCHOOL = 'https://balcao.escola.lan';
const FORWARDED = { 'x-forwarded-for': '10.0.0.7', 'x-forwarded-proto': 'https' };

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

test('a proxy that hides its clients is noticed: in the log once for each kind, and in the health until it is mended', async () => {
  const { connection, owner } = await openTestShop();
  const user = await aUser(owner.db);
  const dataDir = await temporaryFolder();
  const app = await openAnotherApp({ connection, logger: openLog(dataDir) });
  const state = async () => (await app.call('readHealth')).body.proxy;
  const token = await anAccess(owner.db, user.id);
  /** The state after one call of a browser. */
  const after = async (headers: Record<string, string>) => {
    await app.call('listActiveProducts', { token, headers });
    return state();
  };
  // None of these came through a proxy on this machine.
  expect(await after({})).toBe('none');
  expect(await after({ origin: 'null' })).toBe('none');
  expect(await after({ origin: 'http://localhost:5173' })).toBe('none');
  expect(await after({ origin: 'http://127.0.0.1:8080' })).toBe('none');
  expect(await after({ origin: `http://pc-da-loja:${new URL(app.origin).port}` })).toBe('none');
  expect(await after({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(
    'none',
  );

  // Nobody is signed in yet.
  const headers = { origin: SCHOOL };
  const signIn = async (password: string) =>
    (await app.call('login', { headers, body: { username: user.login, password } })).status;
  expect(await signIn('errada-123')).toBe(401);
  await app.call('refreshSession', { body: {}, headers });
  await app.call('listActiveProducts', { token: 'nobodys', headers });
  await app.call('readHealth', { headers });
  expect(await state()).toBe('none');

  expect(await signIn(PASSWORD)).toBe(200);
  expect(await state()).toBe('silent');
  expect(await after({ origin: SCHOOL, ...FORWARDED })).toBe('ok');
  expect(await after({ origin: SCHOOL })).toBe('silent');
  expect(await after({ origin: SCHOOL, ...FORWARDED, 'x-forwarded-proto': 'http' })).toBe('silent');
  expect(await after({})).toBe('silent');
  expect(await after({ origin: SCHOOL, ...FORWARDED })).toBe('ok');
  // The Host that arrives here is the proxy's own.
  const ofItsPages = { ...FORWARDED, 'sec-fetch-site': 'same-origin' };
  expect(await after({ origin: SCHOOL, ...ofItsPages })).toBe('host');
  const named = { host: new URL(SCHOOL).host, origin: SCHOOL, ...ofItsPages };
  await app.app.inject({ method: 'GET', url: '/pdv', headers: named });
  expect(await state()).toBe('ok');

  const elsewhere = { remoteAddress: '10.0.0.5', headers: FORWARDED };
  await app.app.inject({ method: 'GET', url: '/pdv', ...elsewhere });
  expect(await state()).toBe('untrusted');
  // Anybody can send that once.
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 25 * 3_600_000);
  expect(await state()).toBe('none');
  vi.mocked(performance.now).mockRestore();

  const lines = async () =>
    (await readFile(path.join(dataDir, 'balcao.log'), 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"proxy"'));
  await expect.poll(lines).toHaveLength(3);
  expect((await lines()).map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, proxy: 'silent', msg: expect.stringContaining('X-Forwarded-For') },
    { proxy: 'host' },
    { proxy: 'untrusted' },
  ]);
  expect(process.stderr.write).toHaveBeenCalledWith(
    expect.stringMatching(/^Um proxy não passa Host.*docs\/install\.md\. \(referência \w+\)\n$/),
  );
});
