import { hash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../request/refusal.ts';
import { APART, isApi, pagePolicy, setPolicy, WORKER_POLICY } from './security-headers.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** The receipt opens while the counter takes the next keys: in a process of its own it does not hold them up. */
const RECEIPT = /^\/pdf([?]|$)/;

/** Compressed or not. A browser looks for a newer one at each page. */
const WORKER = /[\\/]worker\.js(\.br|\.gz)?$/;

/** Serves the built web application: its files, and its one page for every other path. */
export async function webPages(app: FastifyInstance, webDir: string): Promise<void> {
  const page = await readFile(path.join(webDir, 'index.html'), 'utf8');
  const inline = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const inlineHash = inline && hash('sha256', inline, 'base64');

  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    // As a file it would have no nonce.
    globIgnore: ['index.html*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (WORKER.test(file)) {
        reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY });
        return;
      }
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      const caching = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      reply.header('cache-control', caching);
    },
  });

  const sendPage = (url: string, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    setPolicy(reply, pagePolicy(nonce, inlineHash));
    if (RECEIPT.test(url)) reply.headers(APART);
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return reply.send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  };

  app.get('/', async ({ url }, reply) => sendPage(url, reply));
  app.setNotFoundHandler(async ({ method, url }, reply) => {
    const wantsPage = method === 'GET' && !isApi(url) && !/^\/assets([/?]|$)/.test(url);
    if (!wantsPage) throw new Refusal('not_found');
    return sendPage(url, reply);
  });
}
