import { SERVED_BY } from '@balcao/contract/api/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers of every response. */
const COMMON_HEADERS = {
  [SERVED_BY.name]: SERVED_BY.value,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Of a page that shares no process with the page that opens it: their policies differ. It still refuses foreign openers. */
export const APART = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every response of the API, also to bytes that Node's parser refuses. */
export const API_HEADERS: Record<string, string> = {
  ...COMMON_HEADERS,
  'content-security-policy': API_POLICY,
  'cache-control': 'no-store',
};

/**
 * A page loads only from this server, and Trusted Types keep it from building markup from text. `inlineHash` (SHA-256
 * in Base64) is that of the one script in the page itself.
 */
export function pagePolicy(nonce: string, inlineHash?: string): string {
  return [
    "default-src 'none'",
    inlineHash ? `script-src 'self' 'sha256-${inlineHash}'` : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The worker that opens the pages without their server fetches their files, and does nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(COMMON_HEADERS);
  setPolicy(reply, API_POLICY);
  if (request.protocol === 'https') {
    reply.header('strict-transport-security', 'max-age=31536000');
  }
  // A route has one spelling; a URL has many.
  if (isApi(request.routeOptions?.url ?? request.url)) reply.header('cache-control', 'no-store');
}

/** Whether a URL, with or without scheme and host, belongs to the API. */
export function isApi(url: string): boolean {
  return /^(\w+:\/\/[^/?]*)?\/api([/?]|$)/.test(url);
}

export function setPolicy(reply: FastifyReply, policy: string): void {
  reply.header('content-security-policy', policy);
}
