import type { FastifyInstance } from 'fastify';

/** Logs each request by its route, because addresses contain CPFs, names and searches. */
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
