import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@balcao/contract/endpoint-types.ts';

type Sent<N extends RouteName> = {
  params?: ParamsOf<Endpoints[N]>;
  query?: QueryOf<Endpoints[N]>;
  body?: BodyOf<Endpoints[N]>;
  headers?: Record<string, string>;
};

/** A signed-in user who calls the API like a program, with only a bearer token. */
export type ApiUser = {
  id: number;
  name: string;
  login: string;
  password: string;
  /** Throws if the server refuses the call. */
  call<N extends RouteName>(name: N, sent?: Sent<N>): Promise<AnswerOf<Endpoints[N]>>;
};

export async function signInToApi(
  origin: string,
  { login, password }: { login: string; password: string },
): Promise<ApiUser> {
  const { user, access } = await send(origin, undefined, 'login', {
    body: { username: login, password },
  });
  return withToken(origin, access, { id: user.id, name: user.name, login, password });
}

/** A user whose session is open already. */
export function withToken(origin: string, token: string, user: Omit<ApiUser, 'call'>): ApiUser {
  return { ...user, call: (name, sent = {}) => send(origin, token, name, sent) };
}

async function send<N extends RouteName>(
  origin: string,
  token: string | undefined,
  name: N,
  sent: Sent<N>,
): Promise<AnswerOf<Endpoints[N]>> {
  const { method, path } = routes[name];
  const params = (sent.params ?? {}) as Record<string, string>;
  const address = new URL(
    path.replace(/:(\w+)/g, (_whole, key: string) => params[key] ?? ''),
    origin,
  );
  for (const [key, value] of Object.entries(sent.query ?? {})) {
    address.searchParams.set(key, String(value));
  }
  const response = await fetch(address, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
  // A file is left as it is.
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? JSON.parse(text) : (text as never);
}
