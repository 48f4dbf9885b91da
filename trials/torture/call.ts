import http from 'node:http';
import { text } from 'node:stream/consumers';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';

/** Longer than any recovery. */
const TIMEOUT_MS = 20_000;

type Outgoing = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  timeoutMs?: number | undefined;
};

/**
 * One request on a connection of its own; rejects without a whole response. Sends address and headers
 * unchanged; fetch would normalise them.
 */
export async function send(origin: string, { body, timeoutMs = TIMEOUT_MS, ...rest }: Outgoing) {
  const { hostname, port } = new URL(origin);
  const request = http.request({
    ...rest,
    hostname,
    port,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...rest.headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end(body);
  });
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: await text(response) };
}

export type Call = {
  token?: string;
  /** In the path. */
  id?: number;
  body?: unknown;
  key?: string;
  timeoutMs?: number;
};

export type Reply = { status: number; text: string; body: unknown };

/** undefined: the connection broke or the time was over, and nobody knows whether the server has done it. */
export async function call(
  origin: string,
  name: RouteName,
  { token, id, body, key, timeoutMs }: Call,
): Promise<Reply | undefined> {
  const { method, path } = routes[name];
  const reply = await send(origin, {
    method,
    path: path.replace(':id', String(id)),
    timeoutMs,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => undefined);
  return reply && { ...reply, body: reply.text === '' ? null : JSON.parse(reply.text) };
}

/** For times without faults: throws at any reply but a 2xx. */
export async function callOrThrow<T>(
  origin: string,
  name: RouteName,
  given: Call = {},
): Promise<T> {
  const reply = await call(origin, name, given);
  if (reply && reply.status >= 200 && reply.status < 300) return reply.body as T;
  throw new Error(
    `${name} was answered with ${reply ? `${reply.status}: ${reply.text}` : 'nothing'}`,
  );
}
