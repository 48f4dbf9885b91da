import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { call, type Reply } from './call.ts';
import { messageLength, openFaultyProxy, type Shares } from './faulty-proxy.ts';
import { randomNumbers } from './random.ts';

const BODY = { username: 'ana', password: 'á'.repeat(500) };
const whole = JSON.stringify(BODY);

/** A server that keeps the bodies that reach it in full, and numbers its replies. */
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

/** A server behind a network with these faults; `times` makes calls and waits for the network to be quiet. */
async function openShop(shares: Shares, { away = false, seed = 7 } = {}) {
  const server = await openServer();
  const replies: string[] = [];
  const proxy = await openFaultyProxy({
    target: async () => (away ? 'http://127.0.0.1:1' : server.origin),
    random: randomNumbers(seed),
    shares,
    onReply: (reply) => replies.push(String(reply)),
  });
  onTestFinished(proxy.close);
  const times = async (count: number) => {
    const received: (Reply | undefined)[] = [];
    for (let number = 0; number < count; number++) {
      received.push(await call(proxy.origin, 'login', { body: BODY }));
    }
    await proxy.quiet();
    return received;
  };
  return { server, proxy, replies, times };
}

test('what passes arrives once, unchanged, and is answered', async () => {
  const { server, proxy, replies, times } = await openShop({});
  expect(await times(3)).toMatchObject([1, 2, 3].map((number) => ({ body: { number } })));
  expect(server.got).toEqual([whole, whole, whole]);
  expect(replies).toHaveLength(3);
  expect(proxy.counts).toMatchObject({ passed: 3, 'reply lost': 0 });
});

test('of a lost reply the server has got the request and has answered, and the client has nothing', async () => {
  const { server, proxy, replies, times } = await openShop({ 'reply lost': 1 });
  // Also those of which a part arrives.
  expect(new Set(await times(20))).toEqual(new Set([undefined]));
  expect(server.got).toEqual(Array(20).fill(whole));
  expect(replies.map((reply) => reply.split('\r\n')[0])).toEqual(
    Array(20).fill('HTTP/1.1 201 Created'),
  );
  expect(proxy.counts['reply lost']).toBe(20);
});

test('a late reply is the one that the server gave', async () => {
  const { server, proxy, times } = await openShop({ 'reply late': 1 });
  expect(await times(2)).toMatchObject([{ body: { number: 1 } }, { body: { number: 2 } }]);
  expect(server.got).toEqual([whole, whole]);
  expect(proxy.counts['reply late']).toBe(2);
});

test('a doubled request arrives twice, and either answer may be given', async () => {
  const { server, proxy, replies, times } = await openShop({ 'request doubled': 1 });
  const received = await times(12);
  expect(server.got).toEqual(Array(24).fill(whole));
  expect(replies).toHaveLength(24);
  const given = received.map((reply) => ((reply as Reply).body as { number: number }).number % 2);
  expect(new Set(given)).toEqual(new Set([0, 1]));
  expect(proxy.counts['request doubled']).toBe(12);
});

test('a cut request never arrives in full, though the server may see it begin', async () => {
  const { server, proxy, replies, times } = await openShop({ 'request cut': 1 });
  expect(new Set(await times(20))).toEqual(new Set([undefined]));
  await expect.poll(server.begun).toBeGreaterThan(0);
  expect(server.got).toEqual([]);
  expect(replies).toEqual([]);
  expect(proxy.counts['request cut']).toBe(20);
});

test('what happens is counted only where it did: a server that is away loses no reply', async () => {
  const { proxy, times } = await openShop({ 'reply lost': 1 }, { away: true });
  expect(await times(2)).toEqual([undefined, undefined]);
  expect(Object.values(proxy.counts)).toEqual([0, 0, 0, 0, 0]);
});

test('a client that hangs up takes nothing back', async () => {
  const { server, proxy } = await openShop({});
  const socket = net.connect(Number(new URL(proxy.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(whole)}\r\n\r\n`;
  socket.write(head + whole, () => socket.destroy());
  await expect.poll(() => server.got).toEqual([whole]);
  await proxy.quiet();
  expect(proxy.counts.passed).toBe(1);
});

test('each fault happens as often as its share', async () => {
  const shares = { 'reply lost': 0.3, 'request doubled': 0.2 };
  const { proxy, times } = await openShop(shares, { seed: 1 });
  await times(200);
  const none = { 'reply late': 0, 'request cut': 0 };
  expect(proxy.counts).toEqual({ passed: 92, 'reply lost': 69, 'request doubled': 39, ...none });
});

test('a message ends where its head says', () => {
  const length = (text: string) => messageLength(Buffer.from(text));
  expect(length('GET / HTTP/1.1\r\nhost: x\r\n')).toBeUndefined();
  expect(length('GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toBe(27);
  expect(length('HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\n12')).toBe(48);
  expect(() => length('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow(/chunks/);
});
