import type { FastifyInstance } from 'fastify';

/**
 * One line a request. It names the route and not the address, because addresses hold CPFs, names and
 * what people search for.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.signedIn?.id,
      },
      'request',
    );
  });
}
