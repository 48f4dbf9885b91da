import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, ask } from './ask.ts';
import { type Fate, openFaultyProxy } from './faulty-proxy.ts';
import { messageLength } from './http-message.ts';
import { randomNumbers } from './random.ts';

const BODY = { username: 'ana', password: 'á'.repeat(500) };

/** A server that notes what it has got in full, and answers each with another number. */
async function openServer() {
  const got: string[] = [];
  let begun = 0;
  const server = http.createServer((request, response) => {
    begun++;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('error', () => {});
    request.on('end', () => {
      got.push(body);
      const text = JSON.stringify({ number: got.length, padding: 'x'.repeat(1_000) });
      response.writeHead(201, { 'content-length': Buffer.byteLength(text) }).end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, got, begun: () => begun };
}

/** A server behind a network to which always the same happens. */
async function openShop(fate: Fate, options: { away?: boolean } = {}) {
  const server = await openServer();
  const replies: string[] = [];
  const proxy = await openFaultyProxy({
    target: async () => (options.away ? 'http://127.0.0.1:1' : server.origin),
    random: randomNumbers(7),
    shares: fate === 'passed' ? {} : { [fate]: 1 },
    onReply: (reply) => replies.push(String(reply)),
  });
  onTestFinished(proxy.close);
  const times = async (count: number) => {
    const answers: (Answer | undefined)[] = [];
    for (let number = 0; number < count; number++) {
      answers.push(await ask(proxy.origin, 'login', { body: BODY }));
    }
    await proxy.quiet();
    return answers;
  };
  return { server, proxy, replies, times };
}

const whole = JSON.stringify(BODY);

test('what passes arrives once, unchanged, and is answered', async () => {
  const { server, proxy, replies, times } = await openShop('passed');
  const answers = await times(3);
  expect(server.got).toEqual([whole, whole, whole]);
  expect(answers.map((answer) => answer?.body)).toMatchObject(
    [1, 2, 3].map((number) => ({ number })),
  );
  expect(replies).toHaveLength(3);
  expect(proxy.counts).toMatchObject({ passed: 3, 'reply lost': 0 });
});

test('of a lost reply the server has got the request and has answered, and the client has nothing', async () => {
  const { server, proxy, replies, times } = await openShop('reply lost');
  // Some of them come to a half.
  expect(new Set(await times(20))).toEqual(new Set([undefined]));
  expect(server.got).toEqual(Array(20).fill(whole));
  expect(replies.map((reply) => reply.split('\r\n')[0])).toEqual(
    Array(20).fill('HTTP/1.1 201 Created'),
  );
  expect(proxy.counts['reply lost']).toBe(20);
});

test('a late reply is the one that the server gave', async () => {
  const { server, proxy, times } = await openShop('reply late');
  expect(await times(2)).toMatchObject([{ body: { number: 1 } }, { body: { number: 2 } }]);
  expect(server.got).toEqual([whole, whole]);
  expect(proxy.counts['reply late']).toBe(2);
});

test('a doubled request arrives twice, and either answer may be given', async () => {
  const { server, proxy, replies, times } = await openShop('request doubled');
  const answers = await times(12);
  expect(server.got).toEqual(Array(24).fill(whole));
  expect(replies).toHaveLength(24);
  const given = answers.map((answer) => ((answer as Answer).body as { number: number }).number % 2);
  expect(new Set(given)).toEqual(new Set([0, 1]));
  expect(proxy.counts['request doubled']).toBe(12);
});

test('a cut request never arrives in full, though the server may see it begin', async () => {
  const { server, proxy, replies, times } = await openShop('request cut');
  expect(new Set(await times(20))).toEqual(new Set([undefined]));
  await expect.poll(server.begun).toBeGreaterThan(0);
  expect(server.got).toEqual([]);
  expect(replies).toEqual([]);
  expect(proxy.counts['request cut']).toBe(20);
});

test('what happens is counted only where it did: a server that is away loses no reply', async () => {
  const { proxy, times } = await openShop('reply lost', { away: true });
  expect(await times(2)).toEqual([undefined, undefined]);
  expect(Object.values(proxy.counts)).toEqual([0, 0, 0, 0, 0]);
});

test('a client that hangs up takes nothing back', async () => {
  const { server, proxy } = await openShop('passed');
  const socket = net.connect(Number(new URL(proxy.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(whole)}\r\n\r\n`;
  socket.write(head + whole, () => socket.destroy());
  await expect.poll(() => server.got).toEqual([whole]);
  await proxy.quiet();
  expect(proxy.counts.passed).toBe(1);
});

test('the shares are those that were asked for', async () => {
  const server = await openServer();
  const proxy = await openFaultyProxy({
    target: async () => server.origin,
    random: randomNumbers(1),
    shares: { 'reply lost': 0.3, 'request doubled': 0.2 },
  });
  onTestFinished(proxy.close);
  for (let number = 0; number < 200; number++) await ask(proxy.origin, 'login', { body: BODY });
  await proxy.quiet();
  // Of this seed.
  expect(proxy.counts).toMatchInlineSnapshot(`
    {
      "passed": 92,
      "reply late": 0,
      "reply lost": 69,
      "request cut": 0,
      "request doubled": 39,
    }
  `);
});

test('a message ends where its head says', () => {
  const length = (text: string) => messageLength(Buffer.from(text));
  expect(length('GET / HTTP/1.1\r\nhost: x\r\n')).toBeUndefined();
  expect(length('GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toBe(27);
  expect(length('HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\n12')).toBe(48);
  expect(() => length('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow(/chunks/);
});
