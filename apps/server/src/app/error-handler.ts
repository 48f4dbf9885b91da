import { randomBytes } from 'node:crypto';
import { type Problem, refusals } from '@balcao/contract/refusal.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull, isUnavailable, wasRolledBack } from '../database/unavailable.ts';
import { invalidRequest } from '../request/invalid-request.ts';
import { Refusal } from '../request/refusal.ts';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** What Fastify itself refuses, in our words. */
const FASTIFY_REFUSALS: Record<string, ConstructorParameters<typeof Refusal>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** PostgreSQL's word for what it cannot hold as text, U+0000 above all. */
const NOT_TEXT = new Set(['22021', '22P05']);

const DISK_FULL =
  'O disco do servidor está cheio: nada pode ser gravado até que alguém libere espaço.';

/** Answers every error as problem+json; the log has what the answer does not say. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.code === 'internal') {
    const reference = randomBytes(4).toString('hex');
    request.log.error({ err: error, reference }, 'internal error');
    return send(reply, refusal, { reference });
  }
  if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'database unavailable');
  return send(reply, refusal, {});
}

function asRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  // What has a status is of the request, ECONNRESET of a browser that hung up too; the rest may be of the
  // database. Rolled back again and again because of others: as good as away, and a retry is right.
  if (error.statusCode === undefined && (isUnavailable(error) || wasRolledBack(error))) {
    return new Refusal('unavailable', {
      retryAfterSeconds: 2,
      ...(isDiskFull(error) && { detail: DISK_FULL }),
    });
  }
  const own = FASTIFY_REFUSALS[error.code];
  if (own) return new Refusal(own);
  if (NOT_TEXT.has(error.code)) return new Refusal('invalid_request');
  const [invalid] = error.validation ?? [];
  if (invalid) return invalidRequest(error.validationContext ?? '', invalid);
  if (error.statusCode === 400 || error instanceof SyntaxError) return new Refusal('invalid_json');
  return new Refusal('internal');
}

/** The body of an answer that says no. */
export function problemOf(refusal: Refusal, extra: Partial<Problem> = {}): Problem {
  const { code, status } = refusal;
  const { field, expected, detail } = refusal.context;
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    code,
    detail: detail ?? refusals[code].detail,
    ...(field !== undefined && { field }),
    ...(expected !== undefined && { expected }),
    ...extra,
  };
}

function send(reply: FastifyReply, refusal: Refusal, extra: Partial<Problem>): FastifyReply {
  const { status } = refusal;
  const { retryAfterSeconds } = refusal.context;
  const problem = problemOf(refusal, extra);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/problem+json').send(JSON.stringify(problem));
}
