import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { placeOf } from '../request/address.ts';
import { refusedResponses } from '../request/call-schema.ts';
import { LIMITS, Turns } from '../request/turns.ts';
import { setPolicy } from './security-headers.ts';

/** Swagger UI sets inline styles, but runs only its own scripts. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** Serves the contract as OpenAPI at /api/openapi.json, and as a page at /api/docs. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Balcão',
        version: '1',
        description:
          'Ponto de venda da loja de uma instituição de ensino. Valores em reais, com no máximo duas casas. Cada resposta tem em X-Request-Id a referência que o log tem da requisição.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const name = route.config?.route;
      if (!name) return { schema, url };
      const response = { ...(schema.response as object), ...refusedResponses(name) };
      return { schema: { ...schema, response }, url };
    },
  });
  // Of 300 strangers who ask for it, each would otherwise keep the counters waiting.
  let written: ReturnType<typeof writeOnce> | undefined;
  const send = ({ headers }: FastifyRequest, reply: FastifyReply, type: string) => {
    written ??= writeOnce(app.swagger());
    const { etag, plain, zipped } = written;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' }).type(type);
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const zips = /\bgzip\b(?!;q=0)/.test(`${headers['accept-encoding']}`);
    return zips ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  };
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its own two addresses would write the document again for every request.
    uiHooks: {
      onRequest: async (request, reply) => {
        const { url } = request.routeOptions;
        if (url === '/api/docs/json') return send(request, reply, 'application/json');
        // JSON is YAML too, and the library would need a second to write it otherwise.
        if (url === '/api/docs/yaml') return send(request, reply, 'application/yaml');
      },
    },
  });
  const turns = new Turns(LIMITS.documentation);
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api\/docs(\/|$)/.test(request.url)) return;
    setPolicy(reply, DOCS_POLICY);
    await turns.run(placeOf(request), reply.raw, async () => {});
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, 'application/json'),
  );
}

/** The description, also compressed: it is more than a megabyte. Its tag is weak, as it is that of both. */
function writeOnce(description: object) {
  const plain = JSON.stringify(description);
  return { plain, zipped: gzipSync(plain), etag: `W/"${hash('sha256', plain, 'base64url')}"` };
}
