import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { messageLength } from './http-message.ts';
import type { RandomNumbers } from './random.ts';

/** What can happen to a request on its way; each connection carries one. */
export type Fate =
  | 'passed'
  | 'reply lost' // the server has answered, the client gets none of it or a part
  | 'reply late'
  | 'request doubled' // the same bytes on two connections at once; one of the answers is given
  | 'request cut'; // before the server has it in full

/** How often (0 to 1) each happens; the rest passes. */
export type Shares = Partial<Record<Exclude<Fate, 'passed'>, number>>;

const LATEST_MS = 400;

export type FaultyProxy = {
  origin: string;
  /** What has really happened: a reply counts as lost only when the server had sent all of it. */
  counts: Readonly<Record<Fate, number>>;
  /** Resolves when no request is on its way, neither at the server nor held back here. */
  quiet(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A network as bad as a shop's: TCP between the clients and the server at `target`, which is asked for
 * anew for each connection. Requests that the server has got are never taken back: as with a real client
 * that hangs up, the server goes on.
 */
export async function openFaultyProxy(options: {
  target: () => Promise<string>;
  random: RandomNumbers;
  shares: Shares;
  /** Told of each whole reply when it comes from the server, whatever becomes of it then. */
  onReply?: (reply: Buffer) => void;
}): Promise<FaultyProxy> {
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
      const socket = await dial(address);
      if (!socket) return;
      await send(socket, request.subarray(0, random.below(request.length)));
      socket.destroy();
      counts[fate]++;
      return;
    }
    const sendOnce = async () => {
      const reply = await exchange(address, request);
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
    if (fate !== 'reply lost') await send(client, reply);
    // Of half of the lost ones a part arrives.
    else if (random.chance(0.5)) await send(client, reply.subarray(0, random.below(reply.length)));
    if (fate !== 'reply lost') client.end();
  };

  const server = net.createServer((client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('close', () => clients.delete(client));
    const fate = draw(shares, random);
    const carrying = carry(client, fate)
      // Where the server cannot be reached, the client learns it as it would without us.
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
    counts,
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
  let fate: Fate = 'passed';
  let number = random.fraction();
  for (const [name, share] of Object.entries(shares)) {
    if (number >= 0 && number < share) fate = name as Fate;
    number -= share;
  }
  return fate;
}

/** Sends a request on a connection of its own; the whole reply, or undefined when there was none. */
async function exchange(address: URL, request: Buffer): Promise<Buffer | undefined> {
  const socket = await dial(address);
  if (!socket) return undefined;
  socket.write(request);
  const reply = await wholeMessage(socket);
  socket.destroy();
  return reply;
}

async function dial({ hostname, port }: URL): Promise<net.Socket | undefined> {
  const socket = net.connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket.destroyed ? undefined : socket;
}

/** The first message that comes; undefined when the connection ends before that. */
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

/** Resolves when the bytes have left, or the other side is gone. */
function send(socket: net.Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}
