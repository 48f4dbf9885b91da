import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
} from '@balcao/contract/endpoint.ts';
import { type Endpoints, endpoints } from '@balcao/contract/endpoints.ts';
import { Problem, type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import { type RouteName, routes } from '@balcao/contract/routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { listJson } from './list-json.ts';
import { Refusal } from './refusal.ts';
import { Turns } from './turns.ts';

/** Who makes a request, as the database knew them at most a second ago. */
export type SignedIn = {
  id: number;
  name: string;
  admin: boolean;
  sessionId: string;
  /** Their provisional password has expired: all they may do is change it. */
  passwordExpired: boolean;
};

declare module 'fastify' {
  interface FastifyInstance {
    turns: Turns;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** The route's name in the contract; nothing is served without one, save what is no API. */
    route?: RouteName;
  }
}

type UserOf<N extends RouteName> = (typeof routes)[N]['access'] extends 'anyone' ? null : SignedIn;

export type Call<N extends RouteName> = {
  params: ParamsOf<Endpoints[N]>;
  query: QueryOf<Endpoints[N]>;
  headers: HeadersOf<Endpoints[N]>;
  body: BodyOf<Endpoints[N]>;
  user: UserOf<N>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Finds out who a bearer token belongs to; null when it is nobody's. */
export type Authenticate = (token: string) => Promise<SignedIn | null>;

/**
 * Serves one call of the contract: its schema, its access and its status come from there, the handler
 * only says what is done.
 */
export function serve<N extends RouteName>(
  app: FastifyInstance,
  name: N,
  handler: (call: Call<N>) => Promise<AnswerOf<Endpoints[N]>>,
): void {
  const route = routes[name];
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: route.method,
    url: route.path,
    config: { route: name },
    schema: schemaOf(name, endpoint),
    handler: async (request, reply) => {
      const { params, query, headers, body, signedIn: user } = request;
      refuseTwoIds(params, body);
      const call = { params, query, headers, body, user, request, reply } as Call<N>;
      if (user !== null && readsMuch(name)) {
        return app.turns.take(user.id, reply.raw, async () => {
          const answer = await handler(call);
          const json = await listJson(answer, endpoint.answer, (schema) =>
            reply.compileSerializationSchema(schema),
          );
          if (json) reply.type('application/json; charset=utf-8');
          return reply.code(endpoint.status).send(json ?? answer);
        });
      }
      const answer = await handler(call);
      return reply.code(endpoint.status).send(endpoint.status === 204 ? undefined : answer);
    },
  });
}

/** Lists, and the closing of a box, which adds up a day. */
function readsMuch(name: RouteName): boolean {
  const { method, access } = routes[name];
  return name === 'closeBox' || (method === 'GET' && access !== 'anyone');
}

/** A body may repeat the id of its address, but not name another. */
function refuseTwoIds(params: unknown, body: unknown): void {
  const idOf = (part: unknown) => (part as { id?: unknown } | null | undefined)?.id;
  const [address, repeated] = [idOf(params), idOf(body)];
  if (address === undefined || repeated === undefined || String(repeated) === address) return;
  throw new Refusal('invalid_request', { field: 'body/id' });
}

/** Before anything of the request is read: who is it, and may they. */
export function guard(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('signedIn', null);
  app.decorate('turns', new Turns());
  app.addHook('onRequest', async (request) => {
    const name = request.routeOptions.config.route;
    if (!name || routes[name].access === 'anyone') return;
    const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    request.signedIn = token ? await authenticate(token) : null;
    if (!request.signedIn) throw new Refusal('not_signed_in');
    if (request.signedIn.passwordExpired && name !== 'changePassword') {
      throw new Refusal('password_change_required');
    }
    if (routes[name].access === 'admin' && !request.signedIn.admin)
      throw new Refusal('not_allowed');
  });
}

function schemaOf(name: RouteName, endpoint: Endpoint): FastifySchema {
  const { access, path } = routes[name];
  const own: RefusalCode[] = [
    ...endpoint.refusals,
    'invalid_request',
    'internal',
    'unavailable',
    ...(access === 'anyone' ? [] : (['not_signed_in'] as const)),
    ...(access === 'anyone' || name === 'changePassword'
      ? []
      : (['password_change_required'] as const)),
    ...(access === 'admin' ? (['not_allowed'] as const) : []),
    ...(readsMuch(name) ? (['too_many_attempts'] as const) : []),
  ];
  const response: Record<string, unknown> = {
    [endpoint.status]: endpoint.answerHeaders
      ? { ...endpoint.answer, headers: endpoint.answerHeaders }
      : endpoint.answer,
  };
  for (const status of new Set(own.map((code) => refusals[code].status))) {
    const codes = own.filter((code) => refusals[code].status === status);
    response[status] = {
      description: codes.join(', '),
      content: { 'application/problem+json': { schema: Problem } },
    };
  }
  return {
    summary: endpoint.summary,
    operationId: name,
    tags: [path.split('/')[path.startsWith('/api/pdv/') ? 3 : 2] ?? 'api'],
    ...(access !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    // A call that takes nothing in its address refuses what is there.
    querystring: endpoint.query ?? { type: 'object', additionalProperties: false, properties: {} },
    ...(endpoint.headers && { headers: endpoint.headers }),
    ...(endpoint.body && { body: endpoint.body }),
    response,
  };
}
