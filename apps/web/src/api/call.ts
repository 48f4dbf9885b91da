import type { Session } from '@balcao/contract/accounts/auth.ts';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import { type Route, SERVED_BY } from '@balcao/contract/api/route.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
} from '@balcao/contract/endpoint-types.ts';
import type { Problem } from '@balcao/contract/problem.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { noteServerTime } from '../storage/server-clock.ts';
import { specified } from './answers/specified.ts';
import { ApiRefusal, ApiUnreachable, ApiUnusable } from './errors.ts';
import { noteCall } from './server-trouble.ts';
import { clearSession, readSession, writeSession } from './session.ts';

/** Parameters of a URL may be numbers; undefined leaves one out. */
type InAddress<T> = {
  [K in keyof T]: T[K] | (K extends 'id' | 'page' | 'page_size' ? number : T[K]);
};
type Loose<T> = { [K in keyof T]: T[K] | undefined };

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

export type CallOptions<E extends Endpoint> = Part<'params', InAddress<ParamsOf<E>>> &
  Part<'query', Loose<InAddress<QueryOf<E>>>> &
  Part<'body', BodyOf<E>> &
  Part<'headers', HeadersOf<E>> &
  Pick<Parts, 'signal' | 'onHeaders' | 'readFile' | 'endSlash'>;

type Arguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [CallOptions<E>?] : [CallOptions<E>];

/** Responds to a call in the place of the server, or throws. */
export type Door = (name: RouteName, parts: Parts) => unknown;

let door: Door | undefined;

/** From now on every call goes through `given` alone, but for the names of the schools, the cover and the sign-out. */
export function setDoor(given: Door | undefined): void {
  door = given;
}

const PAST_THE_DOOR: readonly RouteName[] = ['readInstitution', 'unlock', 'logout'];

/**
 * Makes a call of the contract, whose answer has what the contract says: screens need no checks of their own. Another
 * server may know the specification alone; its calls are read leniently, and a call of ours is answered by Balcão or
 * by nobody. The contract's schemas would weigh more than the page, and refuse oddities that the specification wants
 * shown. Throws ApiRefusal if the server refuses it,
 * ApiUnusable if the answer is none of the contract's, and ApiUnreachable if none comes. Renews an expired access and
 * repeats the call once, as the same user. After the end of the session it drops the stored user (see session.ts) and
 * throws the refusal.
 */
export async function call<N extends RouteName>(
  name: N,
  ...[options]: Arguments<Endpoints[N]>
): Promise<AnswerOf<Endpoints[N]>> {
  const route = routes[name];
  const readLeniently = name in specified && specified[name as keyof typeof specified];
  const parts: Parts = { ...options, fromBalcao: !readLeniently };
  const read = (body: unknown) =>
    (readLeniently ? readLeniently(body) : body) as AnswerOf<Endpoints[N]>;
  if (door && !PAST_THE_DOOR.includes(name)) return read(door(name, parts));
  const session = readSession();
  const answer =
    route.access === 'anyone' || session === undefined
      ? await send(route, parts, name === 'logout' ? session?.access : undefined)
      : await sendSignedIn(route, parts, session).catch(noteConfined);
  return read(answer);
}

/** The refusals that leave a user with the profile alone, and the field that notes each. */
const CONFINED: Partial<Record<RefusalCode, keyof Session['user']>> = {
  password_change_required: 'password_expired',
  second_factor_required: 'second_factor_missing',
};

/** Notes it in the stored user; the guards then redirect to the profile. */
function noteConfined(error: unknown): never {
  const session = readSession();
  const why = error instanceof ApiRefusal && CONFINED[error.code];
  if (session && why) writeSession({ ...session, user: { ...session.user, [why]: true } });
  throw error;
}

async function sendSignedIn(route: Route, parts: Parts, session: Session): Promise<unknown> {
  try {
    return await send(route, parts, session.access);
  } catch (error) {
    if (!isNotSignedIn(error)) throw error;
    const newer = await newerAccess(session);
    if (newer === undefined) throw error;
    return send(route, parts, newer).catch((again: unknown) => {
      if (isNotSignedIn(again)) dropSession(newer);
      throw again;
    });
  }
}

/** A wrong password in an approval is a 401 too, which says nothing about this session. */
function isNotSignedIn(error: unknown): boolean {
  if (error instanceof ApiUnusable) return error.status === 401;
  return error instanceof ApiRefusal && error.status === 401 && error.code !== 'wrong_credentials';
}

let running: Promise<void> | undefined;

/**
 * Returns a newer access of the same user: one that another tab has stored, or a renewed one. Returns
 * undefined if the session is over (the stored user is then dropped) or another user has signed in.
 * Throws if the server cannot be reached or fails (ApiUnreachable, 5xx), which is no sign-out.
 */
export async function newerAccess(mine: Session): Promise<string | undefined> {
  if (readSession()?.access === mine.access) {
    running ??= renew(mine.access).finally(() => {
      running = undefined;
    });
    await running;
  }
  const stored = readSession();
  return stored?.user.id === mine.user.id ? stored.access : undefined;
}

async function renew(expired: string): Promise<void> {
  try {
    const body = { attempt: attemptOf(expired) };
    const renewed = (await send(routes.refreshSession, { body })) as Session | null;
    if (!renewed?.access) return dropSession(expired);
    // A sign-out or another user's sign-in during the call stands.
    const session = readSession();
    if (session?.access === expired) writeSession(withRenewed(session, renewed));
  } catch (error) {
    if (!isOver(error)) throw error;
    dropSession(expired);
  }
}

/** The server knows no such session, or no renewal at all. */
const isOver = (error: unknown) =>
  (error instanceof ApiRefusal && error.status === 401) ||
  (error instanceof ApiUnusable && error.status < 500);

/** Other fields of the stored record stay; fields that only some sessions have end with the renewed one. */
function withRenewed(stored: Session, renewed: Session): Session {
  const { idle_lock: _lock, keeps_sales: _keeps, ...before } = stored;
  const { password_expired: _expired, second_factor_missing: _missing, ...user } = before.user;
  return { ...before, ...renewed, user: { ...user, ...renewed.user } };
}

/**
 * Names a renewal. A refresh cookie works once; a retry under the same name (a lost response, two tabs at
 * once) returns the same successor instead of ending the session. Every tab derives the name from the
 * access, which is random: its first 16 characters as 32 hexadecimal digits.
 */
export function attemptOf(access: string): string {
  return Array.from(access.slice(0, 16), (character) =>
    (character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0'),
  )
    .join('')
    .padEnd(32, '0');
}

/** Drops the stored user, unless another tab has stored a newer access. */
function dropSession(refused: string): void {
  if (readSession()?.access === refused) clearSession(true);
}

/** The server ends a database statement after 15 s at the latest. */
const TIMEOUT_MS = 20_000;

type Value = string | number | null | undefined;

type Parts = {
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
async function send(route: Route, parts: Parts, access?: string): Promise<unknown> {
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
