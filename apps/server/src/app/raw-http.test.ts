import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openAnotherApp } from '../testing/app.ts';
import { openTestCounter, saleIds } from '../testing/counter.ts';
import { answersOf, exchange, openRaw, type RawAnswer } from '../testing/raw-http.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';
import { API_HEADERS } from './security-headers.ts';

/** Requests that no browser and no library would send. */

const counter = await openTestCounter(afterAll);
const { shop, token, payload } = counter;
const { db } = shop.owner;
const sale = JSON.stringify(payload);

/** A request that records a sale, except for the given headers; '' leaves a header out. */
function selling(
  body: string | Uint8Array = sale,
  different: Record<string, string | string[]> = {},
  line = 'POST /api/pdv/sales/ HTTP/1.1',
): Buffer {
  const headers: Record<string, string | string[]> = {
    Host: 'balcao.test',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...different,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => (each ? `${name}: ${each}\r\n` : '')),
  );
  return Buffer.concat([
    Buffer.from(`${line}\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body as string),
  ]);
}

const asking = (line: string, headers = 'Host: x\r\n') =>
  `${line}\r\n${headers}Connection: close\r\n\r\n`;
const getting = (path: string) => asking(`GET ${path} HTTP/1.1`);
const withHeader = (header: string) =>
  asking('GET /api/health/ HTTP/1.1', `Host: x\r\n${header}\r\n`);
const typed = (type: string | string[], body: string | Buffer = sale) =>
  selling(body, { 'Content-Type': type });
const encoded = (encoding: string, body: string | Buffer = sale) =>
  selling(body, { 'Content-Encoding': encoding });
const measured = (length: string | string[], body = sale) =>
  selling(body, { 'Content-Length': length });
const transferred = (encoding: string, body = sale) =>
  selling(body, { 'Content-Length': '', 'Transfer-Encoding': encoding });
const chunked = (body: string, size = body.length.toString(16)) =>
  transferred('chunked', `${size}\r\n${body}\r\n0\r\n\r\n`);
const utf16 = Buffer.from(sale, 'utf16le');
const bytes = (hex: string) => Buffer.from(hex, 'hex');

/** Asserts a refusal, whether Fastify, our handler or the parser sent it. */
function expectProblem(answer: RawAnswer | undefined, status: number, code: string): void {
  expect({ status: answer?.status, body: answer?.body }).toMatchObject({ status });
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    ...API_HEADERS,
  });
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ type: 'about:blank', status, code });
  expect(answer?.body).not.toMatch(/node_modules|\.ts|Error:|HPE_|FST_/);
}

const LONG = 20_000;
const DEEP = 40_000;
const KIB = 1024;
const times = <T>(count: number, entry: (n: number) => [string, T]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => entry(n)));

const refused: Record<string, Record<string, string | Uint8Array>> = {
  '415 unsupported_media_type': {
    'no content type': typed(''),
    'another content type before the right one': typed(['text/plain', 'application/json']),
    'two content types in one header': typed('application/json, text/plain'),
    'another charset': typed('application/json; charset=iso-8859-1'),
    'declared UTF-16': typed('application/json; charset=utf-16', utf16),
    'a compressed body': encoded('gzip', gzipSync(sale)),
    'a compression that is only declared': encoded('br'),
  },
  '400 invalid_json': {
    'undeclared UTF-16': selling(utf16),
    'Latin-1': selling(Buffer.from(sale.replace('Pix', 'Píx'), 'latin1')),
    'an undeclared compressed body': selling(gzipSync(sale)),
    'a length that is too short': measured('20'),
    'a byte that is not UTF-8': selling(bytes('22ff22')),
    'half a character': selling(bytes('22c322')),
    'a surrogate in three bytes': selling(bytes('22eda08022')),
    'a poisoned key': selling('{"a":[{"__proto__":1}]}'),
    'unclosed nesting of the largest depth': selling('['.repeat(256 * KIB)),
    'a poisoned key at a great depth': selling(
      `${'{"a":'.repeat(DEEP)}{"__proto__":1}${'}'.repeat(DEEP)}`,
    ),
  },
  '400 invalid_request': {
    'closed nesting of the largest depth': selling('['.repeat(128 * KIB) + ']'.repeat(128 * KIB)),
    'ten thousand keys': selling(JSON.stringify(times(10_000, (n) => [`k${n}`, n]))),
    'a length that is not a number': measured('x'),
    'a negative length': measured('-1'),
    'a length with a sign': measured('+20'),
    'a length beyond all numbers': measured('9'.repeat(30)),
    'two lengths': measured([`${sale.length}`, '20']),
    'a length and chunks': selling(sale, { 'Transfer-Encoding': 'chunked' }),
    'chunks that are not the last encoding': transferred('chunked, identity', '0\r\n\r\n'),
    'an unknown encoding': transferred('xchunked'),
    'a chunk whose size is not a number': chunked(sale, 'zz'),
    'a chunk that is longer than its size': chunked(sale, '5'),
    'a header with a space before its colon': withHeader('X : y'),
    'a header that continues on the next line': withHeader('X: y\r\n z'),
    'U+0000 in a header': withHeader('X: \u0000'),
    'a header without a name': withHeader(': y'),
    'lines without a carriage return': 'GET /api/health/ HTTP/1.1\nHost: x\n\n',
    'no HTTP at all': 'HALLO\r\n\r\n',
    'a TLS greeting': bytes('16030100c8010000c40303'),
    'an HTTP/2 greeting': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an unknown version': asking('GET /api/health/ HTTP/9.9'),
    'an unknown method': asking('FOO /api/health/ HTTP/1.1'),
    'a method in lower case': asking('get /api/health/ HTTP/1.1'),
    'truncated percent-encoding': getting('/api/%'),
    'percent-encoding that is not text': getting('/api/%ff'),
    'a space in the path': getting('/api/a b'),
    'bytes in the path': Buffer.from(getting('/api/\u00e3'), 'latin1'),
  },
  '413 body_too_large': {
    'a sign-in that is too large': selling(
      'x'.repeat(8 * KIB + 1),
      { Authorization: '' },
      'POST /api/auth/login/ HTTP/1.1',
    ),
    'a body for a path that is not there': selling(
      'x'.repeat(8 * KIB + 1),
      {},
      'POST /api/nothing/ HTTP/1.1',
    ),
    'a body that is too large': selling('x'.repeat(256 * KIB + 1)),
    'a length that is too large': measured('99999999999', ''),
    'chunks that become too large': chunked('x'.repeat(256 * KIB + 1)),
  },
  '431 headers_too_large': {
    'a header that is too long': selling(sale, { 'X-Long': 'x'.repeat(LONG) }),
    'too many headers': selling(
      sale,
      times(3_000, (n) => [`X-${n}`, 'x']),
    ),
    'an address that is too long': getting(`/api/health/?${'x'.repeat(LONG)}`),
  },
  '401 not_signed_in': {
    'a token that is too long': asking(
      'GET /api/users/ HTTP/1.1',
      `Host: x\r\nAuthorization: Bearer ${'A'.repeat(9_000)}\r\n`,
    ),
  },
  '404 not_found': {
    TRACE: asking('TRACE /api/health/ HTTP/1.1'),
    'OPTIONS of everything': asking('OPTIONS * HTTP/1.1'),
    PROPFIND: asking('PROPFIND /api/health/ HTTP/1.1'),
    'an encoded slash and two dots': getting('/api/..%2f..%2fetc%2fpasswd'),
    'two dots': getting('/api/../../../etc/passwd'),
    'U+0000 in a path': getting('/api/%00'),
    'a websocket': asking(
      'GET /api/nada HTTP/1.1',
      'Host: x\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n',
    ),
  },
};

const cases = Object.entries(refused).flatMap(([refusal, requests]) =>
  Object.entries(requests).map(([what, sent]) => ({ what, sent, refusal })),
);

test.each(cases)('$what is refused, and changes nothing', async ({ sent, refusal }) => {
  const before = await tableSnapshot(db);
  const [answer] = await exchange(shop.origin, sent);
  const [status, code = ''] = refusal.split(' ');
  expectProblem(answer, Number(status), code);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('after all of them the shop is open, and keeps none of their connections', async () => {
  expect((await counter.sell(payload)).status).toBe(201);
  const open = () =>
    new Promise((resolve) => shop.app.server.getConnections((_e, n) => resolve(n)));
  // One belongs to fetch.
  await expect.poll(open).toBeLessThanOrEqual(1);
});

test('a client that goes on sending headers can still read the refusal', async () => {
  const socket = openRaw(shop.origin);
  // Reads nothing before all is sent, because a reset would discard the response.
  socket.pause();
  const head = `GET /api/health/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(LONG)}`;
  for (const piece of [head, 'more', 'more', 'more']) {
    const noticed = once(shop.app.server, 'clientError');
    socket.write(piece);
    await noticed;
  }
  const answers = answersOf(socket);
  socket.resume();
  const [answer, ...others] = await answers;
  expectProblem(answer, 431, 'headers_too_large');
  expect(others).toEqual([]);
});

const unended = `${sale.length.toString(16)}\r\n${sale}\r\n`;
const hidden = 'DELETE /api/pdv/sales/1/ HTTP/1.1\r\nHost: x\r\n\r\n';

test.each([
  ['a body that ends before its length is not a sale', measured(String(sale.length + 1)), true],
  ['chunks that end before the last are not a sale', transferred('chunked', unended), true],
  ['bytes after the end are not a second request', transferred(' chunked', `{}${hidden}`), false],
])('%s', async (_what, sent, hangUp) => {
  const before = await tableSnapshot(db);
  const answers = await exchange(shop.origin, sent, { hangUp });
  expect(answers).toHaveLength(1);
  expectProblem(answers[0], 400, 'invalid_request');
  expect(await tableSnapshot(db)).toEqual(before);
});

test('CONNECT opens no tunnel', async () => {
  const sent = 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n';
  expect(await exchange(shop.origin, sent)).toEqual([]);
  expect((await counter.sell(payload)).status).toBe(201);
});

test('what Node refuses itself changes nothing', async () => {
  const before = await tableSnapshot(db);
  const [expecting] = await exchange(shop.origin, selling(sale, { Expect: 'a miracle' }));
  expect(expecting?.status).toBe(417);
  const [hostless] = await exchange(shop.origin, selling(sale, { Host: '' }));
  expect(hostless?.status).toBe(400);
  expect(JSON.stringify([expecting, hostless])).not.toMatch(/node_modules|\.ts|Error:|HPE_/);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('a client that expects 100-continue gets it, and then the sale', async () => {
  const sales = await saleIds(shop);
  const answers = await exchange(shop.origin, selling(sale, { Expect: '100-continue' }));
  expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  expect(await saleIds(shop)).toHaveLength(sales.length + 1);
});

test('all valid forms of the same request are understood', async () => {
  const forms: Uint8Array[] = [
    typed('APPLICATION/JSON'),
    typed('application/json; charset=UTF-8'),
    typed('application/json;charset="utf-8"'),
    encoded('identity'),
    selling(`\ufeff${sale}`),
    chunked(sale),
    selling(sale, {}, 'POST /api/pdv/sales HTTP/1.1'),
    selling(sale, { Host: '' }, 'POST /api/pdv/sales/ HTTP/1.0'),
    selling(sale, {}, 'POST http://balcao.test/api/pdv/sales/ HTTP/1.1'),
    selling(sale, {}, 'POST /%61pi/pdv/sales/ HTTP/1.1'),
    selling(sale, { Connection: ['close', 'Upgrade'], Upgrade: 'h2c' }),
  ];
  for (const sent of forms) {
    const [answer] = await exchange(shop.origin, sent);
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  }
});

const KEEP_ALIVE = { Connection: 'keep-alive' };
const HEALTH = 'GET /api/health/ HTTP/1.1\r\nHost: x\r\n\r\n';

const NOTHING = getting('/api/nada');
const INVALID = selling('{', KEEP_ALIVE);

test.each<[string, (keyed: Buffer) => (string | Buffer)[], number[]]>([
  [
    'are answered in their order, and a key twice is one sale',
    (keyed) => [keyed, HEALTH, keyed, NOTHING],
    [201, 200, 201, 404],
  ],
  [
    'with rubbish behind a sale are recorded and answered',
    (keyed) => [keyed, 'HALLO\r\n\r\n'],
    [201, 400],
  ],
  [
    'behind an invalid body stay unanswered, and the key makes a retry safe',
    (keyed) => [INVALID, keyed],
    [400],
  ],
])('pipelined requests %s', async (_what, requests, statuses) => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const before = await saleIds(shop);
  const sent = requests(selling(sale, { ...key, ...KEEP_ALIVE }));
  const answers = await exchange(shop.origin, Buffer.concat(sent.map((each) => Buffer.from(each))));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  const refusal = answers.find(({ status }) => status === 400);
  if (refusal)
    expectProblem(refusal, 400, statuses[0] === 201 ? 'invalid_request' : 'invalid_json');
  const [again] = await exchange(shop.origin, selling(sale, key));
  expect(again?.status).toBe(201);
  for (const { status, body } of answers) if (status === 201) expect(body).toBe(again?.body);
  expect(await saleIds(shop)).toHaveLength(before.length + 1);
});

test('a connection that sends a crowd of requests in one write is cut off, and holds nobody up', async () => {
  const invented = () =>
    `GET /api/clock/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${crypto.randomUUID()}\r\n\r\n`;
  const crowd = exchange(shop.origin, Array.from({ length: 2_000 }, invented).join(''));
  const [health] = await exchange(
    shop.origin,
    HEALTH.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  );
  expect(health?.status).toBe(200);
  expect((await crowd).length).toBeLessThanOrEqual(4);
});

test.each([
  ['GET /api/health/ HTTP/1.1', 200],
  ['GET /api/users/ HTTP/1.1', 401],
  ['GET /api/pdv/sales/ HTTP/1.1', 401],
  ['GET http://evil.example/api/users/ HTTP/1.1', 401],
  ['GET /api/docs HTTP/1.1', 200],
  ['GET /api/openapi.json HTTP/1.1', 200],
  ['GET /api/nada HTTP/1.1', 404],
  ['GET /nada HTTP/1.1', 404],
])('a foreign host opens nothing with %s and is not repeated', async (line, status) => {
  // As from a page whose own name resolves to this machine: it has no token and no cookie here.
  const evil = 'evil.example';
  const headers = `Host: ${evil}\r\nX-Forwarded-Host: ${evil}\r\nOrigin: http://${evil}\r\n`;
  const [answer] = await exchange(shop.origin, asking(line, headers));
  expect(answer?.status).toBe(status);
  expect(JSON.stringify(answer)).not.toContain(evil);
});

test('slow clients are cut off, while others are served', async () => {
  const slow = await openAnotherApp({ connection: shop.connection, requestTimeoutMs: 400 });
  const head = 'POST /api/pdv/sales/ HTTP/1.1\r\nHost: x\r\n';
  const json = `${head}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const starts = [
    'POST /api/pdv/',
    head,
    `${head}X-Slow: `,
    `${json}Content-Length: ${sale.length}\r\n\r\n`,
    `${json}Content-Length: ${sale.length}\r\n\r\n${sale.slice(0, 50)}`,
    `${json}Transfer-Encoding: chunked\r\n\r\n`,
    `${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"pro\r\n`,
  ];
  const before = await tableSnapshot(db);
  const connections = [...starts, ...starts, ...starts].map((start) => {
    const socket = openRaw(slow.origin);
    const answers = answersOf(socket);
    socket.write(start);
    return { socket, answers };
  });
  // Single bytes do not keep a connection alive.
  const drip = setInterval(() => {
    for (const { socket } of connections) if (socket.writable) socket.write('a');
  }, 100);
  try {
    expect((await slow.call('readHealth')).status).toBe(200);
    for (const { answers } of connections) {
      const [answer, ...more] = await answers;
      expect(more).toEqual([]);
      expectProblem(answer, 408, 'request_timeout');
    }
  } finally {
    clearInterval(drip);
  }
  expect(await tableSnapshot(db)).toEqual(before);
  expect((await slow.call('createSale', { token, body: payload })).status).toBe(201);
});
