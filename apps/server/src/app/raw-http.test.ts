import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openAnotherApp } from '../testing/another-app.ts';
import { openTestCounter, saleIds } from '../testing/counter.ts';
import { answersOf, exchange, openRaw, type RawAnswer } from '../testing/raw-http.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';

/** What no browser and no library would send, on the wire as it stands. */

const counter = await openTestCounter(afterAll);
const { shop, token, payload } = counter;
const { db } = shop.owner;
const sale = JSON.stringify(payload);

/** A request that would make a sale, but for what is said to be different; '' leaves a header out. */
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
    (Array.isArray(value) ? value : [value]).map((each) => (each ? `${name}: ${each}\r\n` : '')),
  );
  return Buffer.concat([
    Buffer.from(`${line}\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body as string),
  ]);
}

const asking = (line: string, headers = 'Host: x\r\n') =>
  `${line}\r\n${headers}Connection: close\r\n\r\n`;

const chunked = (body: string, size = body.length.toString(16)) =>
  selling(`${size}\r\n${body}\r\n0\r\n\r\n`, {
    'Content-Length': '',
    'Transfer-Encoding': 'chunked',
  });

/** Every answer that says no, whoever wrote it: Fastify, our handler, or the parser that saw no request. */
function expectProblem(answer: RawAnswer | undefined, status: number, code: string): void {
  expect({ status: answer?.status, body: answer?.body }).toMatchObject({ status });
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ type: 'about:blank', status, code });
  expect(answer?.body).not.toMatch(/node_modules|\.ts|Error:|HPE_|FST_/);
}

/** It goes on selling, whatever has just been sent to it. */
async function expectOpenForBusiness(): Promise<void> {
  expect((await counter.sell(payload)).status).toBe(201);
}

const LONG = 20_000;

const refused: [what: string, sent: string | Uint8Array, status: number, code: string][] = [
  // What the body says it is.
  ['no content type', selling(sale, { 'Content-Type': '' }), 415, 'unsupported_media_type'],
  [
    'another content type before the right one',
    selling(sale, { 'Content-Type': ['text/plain', 'application/json'] }),
    415,
    'unsupported_media_type',
  ],
  [
    'two content types in one',
    selling(sale, { 'Content-Type': 'application/json, text/plain' }),
    415,
    'unsupported_media_type',
  ],
  [
    'another charset',
    selling(sale, { 'Content-Type': 'application/json; charset=iso-8859-1' }),
    415,
    'unsupported_media_type',
  ],
  [
    'UTF-16, and saying so',
    selling(Buffer.from(sale, 'utf16le'), { 'Content-Type': 'application/json; charset=utf-16' }),
    415,
    'unsupported_media_type',
  ],
  ['UTF-16 without a word', selling(Buffer.from(sale, 'utf16le')), 400, 'invalid_json'],
  ['Latin-1', selling(Buffer.from(sale.replace('Pix', 'Píx'), 'latin1')), 400, 'invalid_json'],
  [
    'a compressed body',
    selling(gzipSync(sale), { 'Content-Encoding': 'gzip' }),
    415,
    'unsupported_media_type',
  ],
  ['a compressed body without a word', selling(gzipSync(sale)), 400, 'invalid_json'],
  [
    'compression that is only said',
    selling(sale, { 'Content-Encoding': 'br' }),
    415,
    'unsupported_media_type',
  ],
  // How long it says it is.
  ['a length that is too short', selling(sale, { 'Content-Length': '20' }), 400, 'invalid_json'],
  ['a length that is no number', selling(sale, { 'Content-Length': 'x' }), 400, 'invalid_request'],
  ['a negative length', selling(sale, { 'Content-Length': '-1' }), 400, 'invalid_request'],
  ['a length with a sign', selling(sale, { 'Content-Length': '+20' }), 400, 'invalid_request'],
  [
    'a length past all numbers',
    selling(sale, { 'Content-Length': '9'.repeat(30) }),
    400,
    'invalid_request',
  ],
  [
    'two lengths',
    selling(sale, { 'Content-Length': [`${sale.length}`, '20'] }),
    400,
    'invalid_request',
  ],
  [
    'a length and chunks',
    selling(sale, { 'Transfer-Encoding': 'chunked' }),
    400,
    'invalid_request',
  ],
  [
    'chunks that are not the last coding',
    selling('0\r\n\r\n', { 'Content-Length': '', 'Transfer-Encoding': 'chunked, identity' }),
    400,
    'invalid_request',
  ],
  [
    'a coding that nobody knows',
    selling(sale, { 'Content-Length': '', 'Transfer-Encoding': 'xchunked' }),
    400,
    'invalid_request',
  ],
  ['a chunk whose size is no number', chunked(sale, 'zz'), 400, 'invalid_request'],
  ['a chunk that is longer than it says', chunked(sale, '5'), 400, 'invalid_request'],
  ['a body that is too large', selling('x'.repeat(256 * 1024 + 1)), 413, 'body_too_large'],
  [
    'a body that only says it is too large',
    selling('', { 'Content-Length': '99999999999' }),
    413,
    'body_too_large',
  ],
  ['chunks that become too large', chunked('x'.repeat(256 * 1024 + 1)), 413, 'body_too_large'],
  // What is in it.
  ['a byte that is no UTF-8', selling(Buffer.from([0x22, 0xff, 0x22])), 400, 'invalid_json'],
  ['half a character', selling(Buffer.from([0x22, 0xc3, 0x22])), 400, 'invalid_json'],
  [
    'a surrogate in three bytes',
    selling(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
    400,
    'invalid_json',
  ],
  ['nesting as deep as it fits', selling('['.repeat(256 * 1024)), 400, 'invalid_json'],
  [
    'nesting as deep as it fits, and closed',
    selling('['.repeat(128 * 1024) + ']'.repeat(128 * 1024)),
    400,
    'invalid_request',
  ],
  [
    'a poisoned key far down',
    selling(`${'{"a":'.repeat(40_000)}{"__proto__":1}${'}'.repeat(40_000)}`),
    400,
    'invalid_json',
  ],
  [
    'ten thousand keys',
    selling(
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
    ),
    400,
    'invalid_request',
  ],
  // Headers.
  [
    'a header that is too long',
    selling(sale, { 'X-Long': 'x'.repeat(LONG) }),
    431,
    'headers_too_large',
  ],
  [
    'too many headers',
    selling(sale, Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`X-${n}`, 'x']))),
    431,
    'headers_too_large',
  ],
  [
    'an address that is too long',
    asking(`GET /api/health/?${'x'.repeat(LONG)} HTTP/1.1`),
    431,
    'headers_too_large',
  ],
  [
    'a token that is too long',
    asking('GET /api/users/ HTTP/1.1', `Host: x\r\nAuthorization: Bearer ${'A'.repeat(9_000)}\r\n`),
    401,
    'not_signed_in',
  ],
  [
    'a header with a space before its colon',
    asking('GET /api/health/ HTTP/1.1', 'Host: x\r\nX : y\r\n'),
    400,
    'invalid_request',
  ],
  [
    'a header that goes on in the next line',
    asking('GET /api/health/ HTTP/1.1', 'Host: x\r\nX: y\r\n z\r\n'),
    400,
    'invalid_request',
  ],
  [
    'U+0000 in a header',
    asking('GET /api/health/ HTTP/1.1', 'Host: x\r\nX: \u0000\r\n'),
    400,
    'invalid_request',
  ],
  [
    'a header without a name',
    asking('GET /api/health/ HTTP/1.1', 'Host: x\r\n: y\r\n'),
    400,
    'invalid_request',
  ],
  ['lines that end too early', 'GET /api/health/ HTTP/1.1\nHost: x\n\n', 400, 'invalid_request'],
  // What is asked for.
  ['no HTTP at all', 'HALLO\r\n\r\n', 400, 'invalid_request'],
  ['a greeting in TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400, 'invalid_request'],
  ['a greeting in HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
  ['a version that is none', asking('GET /api/health/ HTTP/9.9'), 400, 'invalid_request'],
  ['a method that is none', asking('FOO /api/health/ HTTP/1.1'), 400, 'invalid_request'],
  ['a method in small letters', asking('get /api/health/ HTTP/1.1'), 400, 'invalid_request'],
  ['TRACE', asking('TRACE /api/health/ HTTP/1.1'), 404, 'not_found'],
  ['OPTIONS of everything', asking('OPTIONS * HTTP/1.1'), 404, 'not_found'],
  ['PROPFIND', asking('PROPFIND /api/health/ HTTP/1.1'), 404, 'not_found'],
  [
    'an encoded slash and two dots',
    asking('GET /api/..%2f..%2fetc%2fpasswd HTTP/1.1'),
    404,
    'not_found',
  ],
  ['two dots', asking('GET /api/../../../etc/passwd HTTP/1.1'), 404, 'not_found'],
  ['U+0000 in a path', asking('GET /api/%00 HTTP/1.1'), 404, 'not_found'],
  ['encoding that is cut off', asking('GET /api/% HTTP/1.1'), 400, 'invalid_request'],
  ['encoding that is no text', asking('GET /api/%ff HTTP/1.1'), 400, 'invalid_request'],
  ['a space in the path', asking('GET /api/a b HTTP/1.1'), 400, 'invalid_request'],
  [
    'bytes in the path',
    Buffer.from(asking('GET /api/\u00e3 HTTP/1.1'), 'latin1'),
    400,
    'invalid_request',
  ],
  [
    'a websocket',
    asking(
      'GET /api/nada HTTP/1.1',
      'Host: x\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n',
    ),
    404,
    'not_found',
  ],
];

test.each(refused)(
  '%s is refused in our words, and changes nothing',
  async (_what, sent, status, code) => {
    const before = await tableSnapshot(db);
    const [answer] = await exchange(shop.origin, sent);
    expectProblem(answer, status, code);
    expect(await tableSnapshot(db)).toEqual(before);
  },
);

test('after all of them the shop is open, and holds on to none of their connections', async () => {
  await expectOpenForBusiness();
  const open = () =>
    new Promise((resolve) => shop.app.server.getConnections((_e, n) => resolve(n)));
  // One is ours, kept by fetch.
  await expect.poll(open).toBeLessThanOrEqual(1);
});

test('who goes on sending headers after the no still gets to read it', async () => {
  const socket = openRaw(shop.origin);
  // Nothing is read before all is sent: a reset would take the answer away.
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

test('a body that ends before its length is no sale', async () => {
  const before = await tableSnapshot(db);
  const short = selling(sale, { 'Content-Length': String(sale.length + 1) });
  const [answer] = await exchange(shop.origin, short, { hangUp: true });
  expectProblem(answer, 400, 'invalid_request');
  const unended = selling(`${sale.length.toString(16)}\r\n${sale}\r\n`, {
    'Content-Length': '',
    'Transfer-Encoding': 'chunked',
  });
  const [other] = await exchange(shop.origin, unended, { hangUp: true });
  expectProblem(other, 400, 'invalid_request');
  expect(await tableSnapshot(db)).toEqual(before);
});

test('what follows a body that says it is shorter is no second request', async () => {
  const hidden = `DELETE /api/pdv/sales/1/ HTTP/1.1\r\nHost: x\r\n\r\n`;
  const sent = selling(`{}${hidden}`, { 'Content-Length': '', 'Transfer-Encoding': ' chunked' });
  const before = await tableSnapshot(db);
  const answers = await exchange(shop.origin, sent);
  expect(answers).toHaveLength(1);
  expectProblem(answers[0], 400, 'invalid_request');
  expect(await tableSnapshot(db)).toEqual(before);
});

test('CONNECT is no way through', async () => {
  expect(
    await exchange(shop.origin, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
  ).toEqual([]);
  await expectOpenForBusiness();
});

test('what Node refuses by itself is refused in a word', async () => {
  const before = await tableSnapshot(db);
  const [none] = await exchange(shop.origin, selling(sale, { Expect: 'a miracle' }));
  expect(none?.status).toBe(417);
  const [hostless] = await exchange(shop.origin, selling(sale, { Host: '' }));
  expect(hostless?.status).toBe(400);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('who asks whether to go on is told so, and then answered', async () => {
  const sales = await saleIds(shop);
  const answers = await exchange(shop.origin, selling(sale, { Expect: '100-continue' }));
  expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  expect(await saleIds(shop)).toHaveLength(sales.length + 1);
});

test('the ways to say the same that are allowed are understood', async () => {
  const made: Uint8Array[] = [
    selling(sale, { 'Content-Type': 'APPLICATION/JSON' }),
    selling(sale, { 'Content-Type': 'application/json; charset=UTF-8' }),
    selling(sale, { 'Content-Type': 'application/json;charset="utf-8"' }),
    selling(sale, { 'Content-Encoding': 'identity' }),
    selling(`\ufeff${sale}`),
    chunked(sale),
    selling(sale, {}, 'POST /api/pdv/sales HTTP/1.1'),
    selling(sale, { Host: '' }, 'POST /api/pdv/sales/ HTTP/1.0'),
    selling(sale, {}, 'POST http://balcao.test/api/pdv/sales/ HTTP/1.1'),
    selling(sale, {}, 'POST /%61pi/pdv/sales/ HTTP/1.1'),
    selling(sale, { Connection: ['close', 'Upgrade'], Upgrade: 'h2c' }),
  ];
  for (const sent of made) {
    const [answer] = await exchange(shop.origin, sent);
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  }
});

test('requests in one piece are answered in their order, and a key twice is one sale', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID(), Connection: 'keep-alive' };
  const sent = Buffer.concat([
    selling(sale, key),
    Buffer.from('GET /api/health/ HTTP/1.1\r\nHost: x\r\n\r\n'),
    selling(sale, key),
    Buffer.from(asking('GET /api/nada HTTP/1.1')),
  ]);
  const before = await saleIds(shop);
  const answers = await exchange(shop.origin, sent);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 404]);
  expect(answers[2]?.body).toBe(answers[0]?.body);
  expect(await saleIds(shop)).toHaveLength(before.length + 1);
});

test('a sale with rubbish behind it is answered as the sale that it is', async () => {
  const before = await saleIds(shop);
  const keepAlive = selling(sale, { Connection: 'keep-alive' });
  const sent = Buffer.concat([keepAlive, Buffer.from('HALLO\r\n\r\n')]);
  const answers = await exchange(shop.origin, sent);
  expect(answers.map(({ status }) => status)).toEqual([201, 400]);
  expectProblem(answers[1], 400, 'invalid_request');
  expect(await saleIds(shop)).toHaveLength(before.length + 1);
});

test('a sale behind a body that was not understood goes unanswered, and its key says what became of it', async () => {
  const before = await saleIds(shop);
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const first = selling('{', { Connection: 'keep-alive' });
  const answers = await exchange(shop.origin, Buffer.concat([first, selling(sale, key)]));
  expect(answers).toHaveLength(1);
  expectProblem(answers[0], 400, 'invalid_json');
  const [again] = await exchange(shop.origin, selling(sale, key));
  expect(again?.status).toBe(201);
  expect(await saleIds(shop)).toHaveLength(before.length + 1);
});

test('a host of somebody else’s choice opens nothing and is repeated nowhere', async () => {
  // What a page does that lets its own name point at this machine: it has no token and no cookie here.
  const evil = 'evil.example';
  const asked: [line: string, status: number][] = [
    ['GET /api/health/ HTTP/1.1', 200],
    ['GET /api/users/ HTTP/1.1', 401],
    ['GET /api/pdv/sales/ HTTP/1.1', 401],
    [`GET http://${evil}/api/users/ HTTP/1.1`, 401],
    ['GET /api/docs HTTP/1.1', 200],
    ['GET /api/openapi.json HTTP/1.1', 200],
    ['GET /api/nada HTTP/1.1', 404],
    ['GET /nada HTTP/1.1', 404],
  ];
  for (const [line, status] of asked) {
    const headers = `Host: ${evil}\r\nX-Forwarded-Host: ${evil}\r\nOrigin: http://${evil}\r\n`;
    const [answer] = await exchange(shop.origin, asking(line, headers));
    expect({ line, status: answer?.status }).toEqual({ line, status });
    expect(JSON.stringify(answer)).not.toContain(evil);
  }
});

test('who sends slowly is shown out, while others are served', async () => {
  const slow = await openAnotherApp({
    connection: shop.connection,
    requestTimeoutMs: 400,
  });
  const head = 'POST /api/pdv/sales/ HTTP/1.1\r\nHost: x\r\n';
  const json = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const starts = [
    'POST /api/pdv/',
    head,
    `${head}X-Slow: `,
    `${head}${json}Content-Length: ${sale.length}\r\n\r\n`,
    `${head}${json}Content-Length: ${sale.length}\r\n\r\n${sale.slice(0, 50)}`,
    `${head}${json}Transfer-Encoding: chunked\r\n\r\n`,
    `${head}${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"pro\r\n`,
  ];
  const before = await tableSnapshot(db);
  const connections = [...starts, ...starts, ...starts].map((start) => {
    const socket = openRaw(slow.origin);
    const answers = answersOf(socket);
    socket.write(start);
    return { socket, answers };
  });
  // A byte now and then keeps none of them alive.
  const drip = setInterval(() => {
    for (const { socket } of connections) if (socket.writable) socket.write('a');
  }, 100);
  try {
    const served = await slow.call('readHealth');
    expect(served.status).toBe(200);
    for (const { answers } of connections) {
      const [answer, ...more] = await answers;
      expect(more).toEqual([]);
      expectProblem(answer, 408, 'request_timeout');
    }
  } finally {
    clearInterval(drip);
  }
  expect(await tableSnapshot(db)).toEqual(before);
  const sold = await slow.call('createSale', { token, body: payload });
  expect(sold.status).toBe(201);
});
