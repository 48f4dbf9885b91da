import { STATUS_CODES } from 'node:http';
import type { Problem } from '@balcao/contract/problem.ts';
import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull, isUnavailable, wasRolledBack } from '../database/unavailable.ts';
import { invalidRequest } from '../request/invalid-request.ts';
import { Refusal } from '../request/refusal.ts';

/** Node still has the older names of these two. */
const TITLES: Record<number, string | undefined> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
};

/** Refusals by error code of Fastify, and of PostgreSQL for text that it cannot store (U+0000). */
const REFUSALS: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  '22021': 'invalid_request',
  '22P05': 'invalid_request',
};

const DISK_FULL =
  'O disco do servidor está cheio: nada pode ser gravado até que alguém libere espaço.';

/** Turns every error into problem+json. Internals go to the log only, under the same reference. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'internal error');
  if (refusal.code === 'unavailable')
    request.log.warn({ err: error }, 'O banco de dados não atendeu');
  return send(reply, refusal, request.id);
}

function asRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  // Fastify's errors have a status, even the ECONNRESET of a browser that hangs up; the database's do not.
  // The client may also retry a transaction that was rolled back several times.
  if (error.statusCode === undefined && (isUnavailable(error) || wasRolledBack(error))) {
    return new Refusal('unavailable', {
      retryAfterSeconds: 2,
      ...(isDiskFull(error) && { detail: DISK_FULL }),
    });
  }
  const code = REFUSALS[error.code];
  if (code) return new Refusal(code);
  const [broken] = error.validation ?? [];
  if (broken) return invalidRequest(error.validationContext ?? '', broken);
  if (error.statusCode === 400 || error instanceof SyntaxError) return new Refusal('invalid_json');
  return new Refusal('internal');
}

export function problemOf({ code, status, context }: Refusal): Problem {
  const { field, expected, detail = refusals[code].detail } = context;
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    code,
    detail,
    ...(field !== undefined && { field }),
    ...(expected !== undefined && { expected }),
  };
}

function send(reply: FastifyReply, refusal: Refusal, reference: string): FastifyReply {
  const { status } = refusal;
  const { retryAfterSeconds } = refusal.context;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.header('cache-control', 'no-store').type('application/problem+json');
  return reply.code(status).send(JSON.stringify({ ...problemOf(refusal), reference }));
}
