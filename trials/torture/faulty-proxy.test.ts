import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { call } from './call.ts';
import { type Fate, messageLength, openFaultyProxy, type Shares } from './faulty-proxy.ts';
import { randomNumbers } from './random.ts';

const BODY = { username: 'ana', password: 'á'.repeat(500) };
const whole = JSON.stringify(BODY);

const lost = new Set([undefined]);

/**
 * A server behind a network with these faults. It keeps the bodies that reach it in full, and numbers its
 * replies. `times` makes calls and waits for the network to be quiet.
 */
async function openShop(shares: Shares, { away = false, seed = 7 } = {}) {
  const got: string[] = [];
  const replies: string[] = [];
  let begun = 0;
  const server = http.createServer(async (request, response) => {
    begun++;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    got.push(body);
    const reply = JSON.stringify({ number: got.length, padding: 'x'.repeat(1_000) });
    response.writeHead(201, { 'content-length': Buffer.byteLength(reply) }).end(reply);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  const proxy = await openFaultyProxy({
    target: async () => `http://127.0.0.1:${away ? 1 : port}`,
    random: randomNumbers(seed),
    shares,
    onReply: (reply) => replies.push(String(reply)),
  });
  onTestFinished(proxy.close);
  const times = async (count: number) => {
    const numbers: (number | undefined)[] = [];
    for (let number = 0; number < count; number++) {
      const reply = await call(proxy.origin, 'login', { body: BODY });
      numbers.push((reply?.body as { number: number } | undefined)?.number);
    }
    await proxy.quiet();
    return numbers;
  };
  return { got, begun: () => begun, proxy, replies, times };
}

test.each<[Fate, calls: number, arrived: number, received: Set<number | undefined>]>([
  ['passed', 3, 3, new Set([1, 2, 3])],
  ['reply late', 2, 2, new Set([1, 2])],
  // Also those of which a part arrives.
  ['reply lost', 20, 20, lost],
  ['request doubled', 12, 24, new Set()],
  ['request cut', 20, 0, lost],
])('%s: of %i calls %i arrive whole, and their replies as they must', async (...expected) => {
  const [fate, calls, arrived, received] = expected;
  const shop = await openShop({ [fate]: 1 });
  const numbers = await shop.times(calls);
  if (fate === 'request doubled') {
    // Either reply may be the one that is given.
    expect(new Set(numbers.map((number) => number && number % 2))).toEqual(new Set([0, 1]));
  } else expect(new Set(numbers)).toEqual(received);
  expect(shop.got).toEqual(Array(arrived).fill(whole));
  expect(shop.replies.map((reply) => reply.split('\r\n')[0])).toEqual(
    Array(arrived).fill('HTTP/1.1 201 Created'),
  );
  await expect.poll(shop.begun).toBeGreaterThan(0);
  const none = Object.fromEntries(Object.keys(shop.proxy.counts).map((each) => [each, 0]));
  expect(shop.proxy.counts).toEqual({ ...none, [fate]: calls });
});

test('what happens is counted only where it did: a server that is away loses no reply', async () => {
  const { proxy, times } = await openShop({ 'reply lost': 1 }, { away: true });
  expect(await times(2)).toEqual([undefined, undefined]);
  expect(Object.values(proxy.counts)).toEqual([0, 0, 0, 0, 0]);
});

test('a client that hangs up takes nothing back', async () => {
  const { got, proxy } = await openShop({});
  const socket = net.connect(Number(new URL(proxy.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(whole)}\r\n\r\n`;
  socket.write(head + whole, () => socket.destroy());
  await expect.poll(() => got).toEqual([whole]);
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
