import type { FastifyInstance } from 'fastify';
import { Refusal } from '../request/refusal.ts';

/**
 * Bodies are JSON in UTF-8 and nothing else. Node would put U+FFFD where bytes are no text, and a name
 * that another program sent in Latin-1 would be kept like that; a form or a script of another site can
 * send text/plain without being asked.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } =
      request.headers;
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
    if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) {
      done(new Refusal('unsupported_media_type'));
      return;
    }
    const text = utf8(body as Buffer);
    if (text === undefined) done(new Refusal('invalid_json'));
    // It calls `done`; what it returns is for parsers that are asynchronous.
    else void parse(request, text, done);
  });
}

/** The text of some bytes, without a byte order mark; undefined when they are none. */
function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
