import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RandomNumbers } from './random.ts';

/** What can happen to a request on its way; each connection carries one. */
export type Fate =
  | 'passed'
  | 'reply lost' // the server has replied, the client gets nothing or a part
  | 'reply late'
  | 'request doubled' // the same bytes on two connections at once; the client gets one of the replies
  | 'request cut'; // before the server has all of it

/** How often (0 to 1) each happens; the rest passes. */
export type Shares = Partial<Record<Exclude<Fate, 'passed'>, number>>;

const LATEST_MS = 400;

/**
 * A network as bad as a shop's: TCP between the clients and the server, whose address is looked up for each
 * connection. A request that has reached the server is never taken back: the server finishes it, as when a
 * real client hangs up.
 */
export async function openFaultyProxy(options: {
  target: () => Promise<string>;
  random: RandomNumbers;
  shares: Shares;
  /** Called with each whole reply of the server, also with one that is lost afterwards. */
  onReply?: (reply: Buffer) => void;
}) {
  const { target, random, shares, onReply = () => {} } = options;
  const counts = {
    passed: 0,
    'reply lost': 0,
    'reply late': 0,
    'request doubled': 0,
    'request cut': 0,
  };
  const underWay = new Set<Promise<void>>();
  const clients = new Set<net.Socket>();

  const carry = async (client: net.Socket, fate: Fate): Promise<void> => {
    const request = await wholeMessage(client);
    if (!request) return;
    const address = new URL(await target());
    if (fate === 'request cut') {
      const socket = await connect(address);
      if (!socket) return;
      await send(socket, request.subarray(0, random.below(request.length)));
      socket.destroy();
      counts[fate]++;
      return;
    }
    const sendOnce = async () => {
      const socket = await connect(address);
      if (!socket) return undefined;
      socket.write(request);
      const reply = await wholeMessage(socket);
      socket.destroy();
      if (reply) onReply(reply);
      return reply;
    };
    const exchanges = [sendOnce()];
    if (fate === 'request doubled') exchanges.push(sendOnce());
    const replies = await Promise.all(exchanges);
    if (fate === 'request doubled' && !replies.every(Boolean)) return;
    const reply = replies[random.below(replies.length)];
    if (!reply) return;
    counts[fate]++;
    if (fate === 'reply late') await delay(random.below(LATEST_MS));
    if (fate === 'reply lost') {
      // A part arrives of half of them.
      if (random.chance(0.5)) await send(client, reply.subarray(0, random.below(reply.length)));
      return;
    }
    await send(client, reply);
    client.end();
  };

  const server = net.createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    const carrying = carry(client, draw(shares, random))
      // When the server cannot be reached, the client sees a closed connection, as without us.
      .catch(() => {})
      .finally(() => {
        underWay.delete(carrying);
        if (!client.writableEnded) client.destroy();
      });
    underWay.add(carrying);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What really happened: a reply counts as lost only when the server had sent all of it. */
    counts: counts as Readonly<typeof counts>,
    /** Resolves when no request is on its way, neither at the server nor held back here. */
    async quiet() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      server.close();
      for (const client of clients) client.destroy();
      await once(server, 'close');
    },
  };
}

function draw(shares: Shares, random: RandomNumbers): Fate {
  let number = random.fraction();
  for (const [name, share] of Object.entries(shares)) {
    if (number < share) return name as Fate;
    number -= share;
  }
  return 'passed';
}

async function connect({ hostname, port }: URL): Promise<net.Socket | undefined> {
  const socket = net.connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket.destroyed ? undefined : socket;
}

/** The first message; undefined when the connection ends before its end. */
function wholeMessage(socket: net.Socket): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    const length = messageLength(received);
    if (length !== undefined && received.length >= length) resolve(received);
  });
  socket.on('close', () => resolve(undefined));
  socket.on('end', () => resolve(undefined));
  return promise;
}

/**
 * Bytes of the HTTP/1.1 message that begins here; undefined while its head is not complete. The shop's
 * clients and its server send a Content-Length or no body.
 */
export function messageLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  if (/^transfer-encoding:/im.test(head)) {
    throw new Error('A message in chunks has no known length');
  }
  return end + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

/** Resolves when the bytes have left, or the connection is closed. */
function send(socket: net.Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}
