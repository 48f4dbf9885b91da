import http from 'node:http';
import { type RouteName, routes } from '@balcao/contract/routes.ts';

export type Question = {
  token?: string;
  /** Of the address. */
  id?: number;
  body?: unknown;
  key?: string;
  /** Milliseconds; afterwards nobody waits for the answer any more. */
  patience?: number;
};

export type Answer = { status: number; text: string; body: unknown };

/** Longer than any recovery; an answer that takes this long is asked for again. */
const PATIENCE_MS = 20_000;

/**
 * One call on a connection of its own, which is not used again. undefined: the connection broke, or
 * nobody waited any longer, and what the server has done is not known.
 */
export function ask(origin: string, name: RouteName, asked: Question): Promise<Answer | undefined> {
  const { method, path } = routes[name];
  const payload = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  return new Promise((resolve) => {
    const request = http.request(new URL(path.replace(':id', String(asked.id)), origin), {
      method,
      agent: false,
      signal: AbortSignal.timeout(asked.patience ?? PATIENCE_MS),
      headers: {
        ...(asked.token !== undefined && { authorization: `Bearer ${asked.token}` }),
        ...(asked.key !== undefined && { 'idempotency-key': asked.key }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    });
    request.on('error', () => resolve(undefined));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', () => resolve(undefined));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ status, text, body: text === '' ? null : JSON.parse(text) });
      });
    });
    request.end(payload);
  });
}

/** For when nothing is at fault: any other answer than a 2xx is thrown. */
export async function askCalmly<T>(
  origin: string,
  name: RouteName,
  asked: Question = {},
): Promise<T> {
  const answer = await ask(origin, name, asked);
  if (answer && answer.status >= 200 && answer.status < 300) return answer.body as T;
  throw new Error(`${name} answered ${answer ? `${answer.status}: ${answer.text}` : 'nothing'}`);
}
