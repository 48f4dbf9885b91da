import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What every answer says to the browser, pages and API alike. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** What every answer of the API says, also one to something that never became a request. */
export const API_HEADERS: Record<string, string> = {
  ...everywhere,
  'content-security-policy': NOTHING,
  'cache-control': 'no-store',
};

/** A page may load only what this server serves, and build no markup from text. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

export function apiHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    setApiHeaders(request, reply);
  });
}

export function setApiHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(everywhere);
  setPolicy(reply, NOTHING);
  if (request.protocol === 'https') {
    reply.header('strict-transport-security', 'max-age=31536000');
  }
  // By the route where there is one: its address can be written in more ways than this one.
  if (isApi(request.routeOptions?.url ?? request.url)) reply.header('cache-control', 'no-store');
}

/** Whether an address belongs to the API, served there or not; also one with a scheme and host before it. */
export function isApi(url: string): boolean {
  return /^(\w+:\/\/[^/?]*)?\/api([/?]|$)/.test(url);
}

export function setPolicy(reply: FastifyReply, policy: string): void {
  reply.header('content-security-policy', policy);
}
