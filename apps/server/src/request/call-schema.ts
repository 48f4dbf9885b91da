import { endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { type Endpoint, statusOf } from '@balcao/contract/endpoint-types.ts';
import { Problem } from '@balcao/contract/problem.ts';
import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
// Adds the words of a call to the type of its schema.
import type {} from '@fastify/swagger';
import type { Ajv } from 'ajv';
import type { FastifySchema } from 'fastify';

/**
 * Lists and others that read much take turns with each other, and so do changes, sign-ins, and what renews or ends a
 * session. Exports have their own.
 */
export function turnsOf(name: RouteName): 'lists' | 'changes' | 'signIns' | 'renewals' | undefined {
  const { method, access, turns } = routes[name];
  if (name === 'login') return 'signIns';
  if (access === 'anyone') return method === 'GET' ? undefined : 'renewals';
  if (turns === 'own') return undefined;
  return turns ?? (method === 'GET' ? 'lists' : 'changes');
}

const BINARY = { type: 'string', format: 'binary' };

/** A call without a query refuses every parameter. One object for all: every other object would be compiled again. */
const NO_QUERY = { type: 'object', additionalProperties: false, properties: {} };

/** The schema by which Fastify checks a call, writes its response and describes it in the API. */
export function schemaOf(name: RouteName, endpoint: Endpoint): FastifySchema {
  const { access, path } = routes[name];
  const { answer, answerHeaders: headers, files } = endpoint;
  const described = files
    ? {
        description: endpoint.summary,
        content: Object.fromEntries(files.map((type) => [type, { schema: BINARY }])),
      }
    : answer;
  return {
    summary: endpoint.summary,
    operationId: name,
    tags: [path.split('/')[path.startsWith('/api/pdv/') ? 3 : 2] ?? 'api'],
    ...(access !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    querystring: endpoint.query ?? NO_QUERY,
    ...(endpoint.headers && { headers: endpoint.headers }),
    ...(endpoint.body && { body: endpoint.body }),
    response: { [statusOf(endpoint)]: headers ? { ...described, headers } : described },
  };
}

/**
 * The refusals of a call by status, for the description alone: Fastify would compile the same schema six hundred
 * times, a quarter of the time that the application took to open.
 */
export function refusedResponses(name: RouteName): Record<string, unknown> {
  const codes = Map.groupBy(refusalsOf(name, endpoints[name]), (code) => refusals[code].status);
  const content = { 'application/problem+json': { schema: Problem } };
  return Object.fromEntries(
    [...codes].map(([status, ofStatus]) => [status, { description: ofStatus.join(', '), content }]),
  );
}

/** The call's own refusals and those of every call with its access. */
function refusalsOf(name: RouteName, endpoint: Endpoint): RefusalCode[] {
  const { access, settingUp } = routes[name];
  const { refusals: own = [] } = endpoint;
  const codes: RefusalCode[] = [...own, 'invalid_request', 'internal', 'unavailable'];
  if (access !== 'anyone') codes.push('not_signed_in');
  if (access !== 'anyone' && name !== 'changePassword') codes.push('password_change_required');
  if (access !== 'anyone' && !settingUp) codes.push('second_factor_required');
  if (access === 'admin') codes.push('not_allowed');
  if (access !== 'anyone') codes.push('too_many_attempts');
  return codes;
}

/** Replaces `multipleOf`: Ajv divides in binary, where 0.07 is not a multiple of 0.01. */
export function decimalKeywords(ajv: Ajv): Ajv {
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (step: number) => {
      const perUnit = Math.round(1 / step);
      return (value: number) => Math.round(value * perUnit) / perUnit === value;
    },
    error: { message: 'must have fewer decimals' },
  });
  return ajv;
}
