import { type Route, SERVED_BY } from '@balcao/contract/api/route.ts';
import type { Problem } from '@balcao/contract/problem.ts';
import { noteServerTime } from '../storage/server-clock.ts';
import { ApiRefusal, ApiUnreachable, ApiUnusable, isPassing, refusalCode } from './errors.ts';

/** The server ends a database statement after 15 s at the latest. */
const TIMEOUT_MS = 20_000;

type Value = string | number | null | undefined;

export type Parts = {
  params?: Record<string, Value> | undefined;
  query?: Record<string, Value> | undefined;
  /** false leaves out the slash at the end of the path, as the specification does in one call. */
  endSlash?: false | undefined;
  body?: unknown;
  headers?: Record<string, string | undefined> | undefined;
  signal?: AbortSignal | undefined;
  onHeaders?: ((headers: Headers) => void) | undefined;
  /** Takes the file that the response is, for as long as it comes. */
  readFile?: ((response: Response) => Promise<void>) | undefined;
  /** No other server can answer it. */
  fromBalcao?: boolean | undefined;
};

/** Sends one request. Throws ApiRefusal, ApiUnusable, ApiUnreachable, or AbortError when `signal` aborts. */
export async function send(route: Route, parts: Parts, access?: string): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json' });
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value !== undefined) headers.set(name, value);
  }
  if (access !== undefined) headers.set('Authorization', `Bearer ${access}`);
  const request: RequestInit = { method: route.method, headers, credentials: 'same-origin' };
  if (parts.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(parts.body);
  }
  const given = parts.signal ? [parts.signal] : [];
  const timeout = parts.readFile ? [] : [AbortSignal.timeout(TIMEOUT_MS)];
  request.signal = AbortSignal.any([...given, ...timeout]);
  try {
    const response = await fetch(address(route, parts), request);
    noteServerTime(response.headers);
    const body = await readBody(response, parts);
    parts.onHeaders?.(response.headers);
    noteCall(undefined);
    return body;
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    const known = [ApiRefusal, ApiUnusable, ApiUnreachable].some((kind) => error instanceof kind);
    const reported = known
      ? error
      : new ApiUnreachable(`No response to ${route.method} ${route.path}`, { cause: error });
    noteCall(reported);
    throw reported;
  }
}

/** Leaves parameters without a value out of the URL. */
function address(route: Route, { params, query, endSlash }: Parts): string {
  const whole = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${params?.[name]}`));
  const path = endSlash === false ? whole.slice(0, -1) : whole;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The status codes of a proxy in place of a server that is away, or that it spares. */
const AWAY = [408, 425, 429, 502, 503, 504];

async function readBody(response: Response, { readFile, fromBalcao }: Parts): Promise<unknown> {
  const { ok, status, headers } = response;
  const type = headers.get('Content-Type') ?? '';
  if (ok) {
    const isFromBalcao = headers.get(SERVED_BY.name) === SERVED_BY.value;
    if (readFile && isFromBalcao && headers.has('Content-Disposition')) return readFile(response);
    const body = readJson(await response.text(), `${status} ${type}`);
    if (fromBalcao && !isFromBalcao) throw new ApiUnusable('Not an answer of Balcão', status);
    return body;
  }
  if (type.startsWith('application/problem+json')) {
    throw new ApiRefusal((await response.json()) as Problem);
  }
  const message = `Not a response of our server: ${status} ${type}`;
  throw AWAY.includes(status) || status > 504
    ? new ApiUnreachable(message)
    : new ApiUnusable(message, status);
}

/** JSON under any type, or nothing at all. Anything else is a hotel's login or the like. */
function readJson(text: string, from: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    throw new ApiUnreachable(`Not a response of our server: ${from}`);
  }
}

/** Why the last call got no usable response; undefined while the server responds. */
export type ServerTrouble = 'unreachable' | 'unavailable' | undefined;

let trouble: ServerTrouble;
let failure: string | undefined;
const listeners = new Set<() => void>();

export const readServerTrouble = (): ServerTrouble => trouble;

/** The reference of the last internal error of the server, until the user has put it away. */
export const readServerFailure = (): string | undefined => failure;

export function noteServerFailure(reference: string | undefined): void {
  failure = reference;
  for (const listener of [...listeners]) listener();
}

/** Every call reports how it ended: with an error, or undefined for a response. */
export function noteCall(error: unknown): void {
  if (refusalCode(error) === 'internal') noteServerFailure((error as ApiRefusal).problem.reference);
  const before = trouble;
  if (!isPassing(error)) trouble = undefined;
  else trouble = 'status' in (error as object) ? 'unavailable' : 'unreachable';
  if (trouble === before) return;
  for (const listener of [...listeners]) listener();
}

/** Calls back when trouble or a failure begins, changes or ends. Returns a function that unsubscribes. */
export function subscribeServerTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
