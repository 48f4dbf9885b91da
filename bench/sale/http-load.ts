// Sells over HTTP on raw sockets, so that the client uses as little processor as possible.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { generateLoad } from './load.ts';

export type HttpSetup = {
  origin: string;
  path: string;
  /** An access token for each connection. */
  tokens: string[];
  /** JSON; each connection goes through them, starting at its own number. */
  bodies: string[];
};

const CREATED = Buffer.from('HTTP/1.1 201 ');
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');

generateLoad<HttpSetup>(async (setup, index) => {
  const { hostname, port, host } = new URL(setup.origin);
  const requests = setup.bodies.map((body) => prepare(setup, host, index, body));
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const nextResponse = responsesOf(socket);
  let next = index;
  return async () => {
    const { bytes, keyAt } = requests[next++ % requests.length] as Prepared;
    bytes.write(randomUUID(), keyAt, 'latin1');
    const response = nextResponse();
    socket.write(bytes);
    await response;
  };
});

type Prepared = { bytes: Buffer; keyAt: number };

/** The whole request as bytes, in which only the key changes. */
function prepare(setup: HttpSetup, host: string, index: number, body: string): Prepared {
  const upToKey = `POST ${setup.path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${setup.tokens[index]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nIdempotency-Key: `;
  const bytes = Buffer.from(`${upToKey}${randomUUID()}\r\n\r\n${body}`);
  return { bytes, keyAt: upToKey.length };
}

/** Resolves at each whole 201; rejects at another status or a broken connection. */
function responsesOf(socket: net.Socket): () => Promise<void> {
  let waiting = Promise.withResolvers<void>();
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
    const head = received.indexOf(END_OF_HEAD);
    if (head === -1) return;
    const lengthAt = received.indexOf(LENGTH) + LENGTH.length;
    const length = Number.parseInt(received.toString('latin1', lengthAt, lengthAt + 8), 10);
    if (received.length < head + END_OF_HEAD.length + length) return;
    const response = received;
    received = Buffer.alloc(0);
    if (response.subarray(0, CREATED.length).equals(CREATED)) waiting.resolve();
    else waiting.reject(new Error(`The response was:\n${response.toString()}`));
  });
  socket.on('error', (error) => waiting.reject(error));
  socket.on('close', () => waiting.reject(new Error('The server closed the connection')));
  return () => {
    waiting = Promise.withResolvers();
    return waiting.promise;
  };
}
