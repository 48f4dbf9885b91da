import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { aVisitor } from '../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { token } = await aVisitor(shop);

const post = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

/** Every kind of response of the API, including refusals of Fastify itself. */
const answers: [status: number, path: string, init?: RequestInit][] = [
  [200, '/api/health/'],
  [200, '/api/institution'],
  [200, '/api/openapi.json'],
  [200, '/api/pdv/productsAll/', { headers: { authorization: `bearer ${token}` } }],
  [204, '/api/auth/logout/', { method: 'POST' }],
  [400, '/api/auth/login/', post('{')],
  [400, '/api/auth/login/', post('')],
  [400, '/api/auth/login/', post('{}')],
  [400, '/api/auth/login/', post('{"__proto__":{},"username":"x","password":"x"}')],
  [400, '/api/health/?x=1'],
  [400, '/api/users/%zz/'],
  [401, '/api/auth/login/', post('{"username":"x","password":"x"}')],
  [401, '/api/users/'],
  [403, '/api/users/', { headers: { authorization: `Bearer ${token}` } }],
  [404, '/api'],
  [404, '/api/'],
  [404, '/api?x=1'],
  [404, '/api/nada'],
  [404, `/api/users/${'x'.repeat(200)}/`],
  [404, '/api/health/', { method: 'PATCH' }],
  [404, '/api/health/', { method: 'OPTIONS' }],
  [413, '/api/auth/login/', post(`"${'x'.repeat(256 * 1024)}"`)],
  [415, '/api/auth/login/', post('{"username":"x","password":"x"}', 'text/plain')],
  [415, '/api/auth/login/', post('username=x', 'application/x-www-form-urlencoded')],
  [415, '/api/auth/login/', post('<x/>', 'text/xml')],
];

test.each(answers)('%i %s has all security headers', async (status, path, init) => {
  const response = await fetch(shop.origin + path, init);
  const { headers } = response;
  expect(response.status).toBe(status);
  // The description is the same for all and holds nothing of the shop: who has it need not fetch it again.
  const caching = path === '/api/openapi.json' ? 'no-cache' : 'no-store';
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': caching,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'no-referrer',
    'x-served-by': 'balcao',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
  if (status < 400) return;
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await response.json()).toMatchObject({
    type: 'about:blank',
    title: expect.any(String),
    status,
    code: expect.stringMatching(/^[a-z_]+$/),
    detail: expect.any(String),
  });
  expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
});

test('over TLS every response has HSTS', async () => {
  for (const path of ['/api/health/', '/api/users/', '/api/nada']) {
    const { headers } = await fetch(shop.origin + path, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});
