import http from 'node:http';
import { text } from 'node:stream/consumers';
import { type RouteName, routes } from '@balcao/contract/routes.ts';

export type Call = {
  token?: string;
  /** In the path. */
  id?: number;
  body?: unknown;
  key?: string;
  timeoutMs?: number;
};

export type Reply = { status: number; text: string; body: unknown };

/** Longer than any recovery. */
const TIMEOUT_MS = 20_000;

/**
 * One call on a connection of its own. undefined: the connection broke or the time was over, and nobody
 * knows whether the server has done it.
 */
export async function call(
  origin: string,
  name: RouteName,
  given: Call,
): Promise<Reply | undefined> {
  const { method, path } = routes[name];
  const payload = given.body === undefined ? undefined : JSON.stringify(given.body);
  const request = http.request(new URL(path.replace(':id', String(given.id)), origin), {
    method,
    agent: false,
    signal: AbortSignal.timeout(given.timeoutMs ?? TIMEOUT_MS),
    headers: {
      ...(given.token !== undefined && { authorization: `Bearer ${given.token}` }),
      ...(given.key !== undefined && { 'idempotency-key': given.key }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    },
  });
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(payload);
    });
    const body = await text(response);
    const status = response.statusCode ?? 0;
    return { status, text: body, body: body === '' ? null : JSON.parse(body) };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    return undefined;
  }
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
