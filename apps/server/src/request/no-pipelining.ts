import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies send the next request of a connection after the response; some are a moment early. */
const MOST_UNDER_WAY = 4;

/**
 * Cuts a connection off that sends requests without reading their responses: one write may hold thousands, and what is
 * not read keeps the responses behind it.
 */
export function refusePipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > MOST_UNDER_WAY) {
      reply.hijack();
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    reply.raw.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  });
}
