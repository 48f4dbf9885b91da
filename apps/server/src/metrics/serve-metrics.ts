import { once } from 'node:events';
import http from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type Sources, surroundings } from './gauges.ts';

const LOOPBACK = '127.0.0.1';
/** Only of this machine, so that no page of another site is let in under a name that leads here. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;
/** In seconds: a sale of 1 s is slow, and after 15 s the database gives up. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/**
 * Serves the figures of this server to a Prometheus on the same machine, until the app closes: counts and
 * times, nothing about people and no sums of money. Throws if the port is taken.
 */
export async function serveMetrics(
  app: FastifyInstance,
  { port, ...sources }: Sources & { port: number },
): Promise<void> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  countRequests(app, register);
  const read = surroundings(register, sources);
  const server = http.createServer(async ({ url, headers }, response) => {
    if (url !== '/metrics' || !OWN_HOST.test(headers.host ?? '')) {
      response.writeHead(404).end();
      return;
    }
    try {
      await read();
      const text = await register.metrics();
      response.writeHead(200, { 'content-type': register.contentType }).end(text);
    } catch {
      // A rejection that nobody handles would end the server that sells.
      response.writeHead(500).end();
    }
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

function countRequests(app: FastifyInstance, register: Registry): void {
  const requests = new Histogram({
    registers: [register],
    name: 'balcao_http_request_duration_seconds',
    help: 'Requests by the name of their call (page: the screens and their files)',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.route ?? 'page';
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    requests.observe({ route, status }, reply.elapsedTime / 1000);
  });
}
