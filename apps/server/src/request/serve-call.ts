import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Endpoints, endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
  statusOf,
} from '@balcao/contract/endpoint-types.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { placeOf } from './address.ts';
import { schemaOf, turnsOf } from './call-schema.ts';
import { Refusal } from './refusal.ts';
import { LIMITS, Turns } from './turns.ts';

/** The user of a request, at most a second old. */
export type SignedIn = {
  id: number;
  name: string;
  admin: boolean;
  sessionId: string;
  /** The provisional password has expired: the only call left is changePassword. */
  passwordExpired: boolean;
  /** The only calls left are those that set up a second factor. */
  secondFactorMissing: boolean;
};

declare module 'fastify' {
  interface FastifyInstance {
    turns: Record<'lists' | 'changes' | 'signIns' | 'renewals', Turns>;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** The route's name in the contract; only pages, files and documentation have none. */
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

/** Without a session, and on paths that no call has: a name, a password and a code. */
export const ANYONES_BODY_BYTES = 8 * 1024;
const SIGNED_IN_BODY_BYTES = 256 * 1024;

/** Serves one call of the contract, which determines its schema, its access and its status. */
export function serve<N extends RouteName>(
  app: FastifyInstance,
  name: N,
  handler: (call: Call<N>) => Promise<AnswerOf<Endpoints[N]>>,
): void {
  const route = routes[name];
  const endpoint: Endpoint = endpoints[name];
  const status = statusOf(endpoint);
  app.route({
    method: route.method,
    url: route.path,
    config: { route: name },
    schema: schemaOf(name, endpoint),
    bodyLimit:
      endpoint.bodyLimit ?? (route.access === 'anyone' ? ANYONES_BODY_BYTES : SIGNED_IN_BODY_BYTES),
    preValidation: async ({ query }) => dropEmptyFilters(query, endpoint.query),
    handler: async (request, reply) => {
      const { params, query, headers, body, signedIn: user } = request;
      refuseTwoIds(params, body);
      const call = { params, query, headers, body, user, request, reply } as Call<N>;
      const answered = async () => {
        const answer = await handler(call);
        return reply.code(status).send(status === 204 ? undefined : answer);
      };
      const turns = turnsOf(name);
      if (!turns) return answered();
      return app.turns[turns].run(user?.id ?? placeOf(request), reply.raw, answered);
    },
  });
}

/** An empty filter counts as absent. A parameter that the call does not have is still refused. */
function dropEmptyFilters(query: unknown, known: TSchema | undefined): void {
  const sent = query as Record<string, unknown>;
  const { properties = {} } = (known ?? {}) as { properties?: object };
  for (const name of Object.keys(properties)) {
    if (sent[name] === '') delete sent[name];
  }
}

/** A body may repeat the id of the path, but not contradict it. */
function refuseTwoIds(params: unknown, body: unknown): void {
  const idOf = (part: unknown) => (part as { id?: unknown } | null | undefined)?.id;
  const [address, repeated] = [idOf(params), idOf(body)];
  if (address !== undefined && repeated !== undefined && String(repeated) !== address) {
    throw new Refusal('invalid_request', { field: 'body/id' });
  }
}

/** A page, a file, or the API's description. */
const PAGE = { access: 'anyone', settingUp: false } as const;

type Guard = {
  sessionOf: (token: string) => { isKnown: boolean; user: () => Promise<SignedIn | null> };
  /** Sets `knownBrowser`. */
  recognise: (request: FastifyRequest) => Promise<void>;
};

/**
 * Checks the token and the access before anything else of a request is read. All are served in turn, those without a
 * session after each other.
 */
export function guard(app: FastifyInstance, { sessionOf, recognise }: Guard): void {
  const strangers = new Turns(LIMITS.strangers);
  const people = new Turns(LIMITS.people);
  const unknown = new Turns(LIMITS.tokens);
  app.decorateRequest('signedIn', null);
  app.decorate('turns', {
    lists: new Turns(LIMITS.lists),
    changes: new Turns(LIMITS.changes),
    signIns: new Turns(LIMITS.signIns),
    renewals: new Turns(LIMITS.renewals),
  });
  app.addHook('onRequest', async (request, reply) => {
    const name = request.routeOptions.config.route;
    const { access, settingUp } = name ? routes[name] : PAGE;
    const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    // However many are asked for at once, sales are made between them.
    if (access === 'anyone' || !token) {
      await recognise(request);
      await strangers.run(placeOf(request), reply.raw, () => letOthersRun());
      if (access === 'anyone') return;
      throw new Refusal('not_signed_in');
    }
    const { isKnown, user } = sessionOf(token);
    if (!isKnown) await recognise(request);
    request.signedIn = await (isKnown ? user() : unknown.run(placeOf(request), reply.raw, user));
    if (!request.signedIn) throw new Refusal('not_signed_in');
    await people.run(request.signedIn.id, reply.raw, () => letOthersRun());
    if (request.signedIn.passwordExpired && name !== 'changePassword') {
      throw new Refusal('password_change_required');
    }
    if (request.signedIn.secondFactorMissing && !settingUp) {
      throw new Refusal('second_factor_required');
    }
    if (access === 'admin' && !request.signedIn.admin) {
      throw new Refusal('not_allowed');
    }
  });
}
