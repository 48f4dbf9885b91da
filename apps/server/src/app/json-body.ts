import type { FastifyInstance } from 'fastify';
import { Refusal } from '../request/refusal.ts';

/**
 * Accepts only JSON in UTF-8. Node would replace invalid bytes by U+FFFD; text/plain and forms need no CORS
 * preflight from another site.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } =
      request.headers;
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
    if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) {
      done(new Refusal('unsupported_media_type'));
      return;
    }
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      done(new Refusal('invalid_json'));
      return;
    }
    // It calls `done`, and returns nothing to wait for.
    void parse(request, text, done);
  });
}
