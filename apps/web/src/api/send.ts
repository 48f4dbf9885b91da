import type { Problem } from '@balcao/contract/refusal.ts';
import type { Route } from '@balcao/contract/routes.ts';
import { ApiRefusal, ApiUnreachable } from './errors.ts';
import { noteCall } from './server-status.ts';

/** How long an answer may take: a statement on the database ends after 15 s at the latest. */
const PATIENCE_MS = 20_000;

type Value = string | number | null | undefined;

export type Parts = {
  params?: Record<string, Value> | undefined;
  query?: Record<string, Value> | undefined;
  body?: unknown;
  headers?: Record<string, string | undefined> | undefined;
  signal?: AbortSignal | undefined;
  /** Is shown the headers of an answer, for the one call that reads any. */
  onHeaders?: ((headers: Headers) => void) | undefined;
};

/** One request, one answer. Throws ApiRefusal, ApiUnreachable, or AbortError when `signal` aborts. */
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
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  request.signal = parts.signal ? AbortSignal.any([parts.signal, timeout]) : timeout;
  try {
    const response = await fetch(address(route, parts), request);
    const answer = await readAnswer(response);
    parts.onHeaders?.(response.headers);
    noteCall(undefined);
    return answer;
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    const known = error instanceof ApiRefusal || error instanceof ApiUnreachable;
    const said = known
      ? error
      : new ApiUnreachable(`No answer to ${route.method} ${route.path}`, { cause: error });
    noteCall(said);
    throw said;
  }
}

/** Parameters without a value are left out of the address: a search is sent only when there is one. */
function address(route: Route, { params, query }: Parts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${params?.[name]}`));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const type = response.headers.get('Content-Type') ?? '';
  if (response.ok && type.startsWith('application/json')) return response.json();
  if (type.startsWith('application/problem+json')) {
    throw new ApiRefusal((await response.json()) as Problem);
  }
  // A proxy's page, a hotel's login: not our server, whatever its status says.
  throw new ApiUnreachable(`Not an answer of ours: ${response.status} ${type}`);
}
