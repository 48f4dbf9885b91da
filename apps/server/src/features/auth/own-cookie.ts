import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie of this shop. Its name has the shop's id, because browsers share cookies between all ports of a host. A
 * `__Host-` cookie exists only over TLS, and no other host can set it. It goes along with pages too, since the proxy
 * counts who sends none as a stranger.
 */
export function ownCookie(name: string, shopId: string, maxAge: number) {
  const nameFor = ({ protocol }: FastifyRequest) =>
    `${protocol === 'https' ? '__Host-' : ''}balcao_${name}_${shopId}`;
  const attributes = ({ protocol }: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' }) as const;
  return {
    read: (request: FastifyRequest) => request.cookies[nameFor(request)],
    set(request: FastifyRequest, reply: FastifyReply, value: string) {
      reply.setCookie(nameFor(request), value, { ...attributes(request), maxAge });
    },
    // Browsers ignore a response that clears a `__Host-` cookie without `Secure`.
    clear(request: FastifyRequest, reply: FastifyReply) {
      reply.clearCookie(nameFor(request), attributes(request));
    },
  };
}
