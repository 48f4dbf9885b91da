import type { Session } from '@balcao/contract/accounts/auth.ts';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { Route } from '@balcao/contract/api/route.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
} from '@balcao/contract/endpoint-types.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { specified } from './answers/specified.ts';
import { ApiRefusal, ApiUnusable } from './errors.ts';
import { dropSession, newerAccess } from './renewal.ts';
import { type Parts, send } from './send.ts';
import { readSession, writeSession } from './session.ts';

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
