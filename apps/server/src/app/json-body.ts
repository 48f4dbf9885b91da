import type { FastifyInstance } from 'fastify';
import { Refusal } from '../request/refusal.ts';

/** Nested deeper, a body is no call's, and to read it would cost nine times as much as another of its size. */
const MOST_LEVELS = 16;

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
    if (levelsOf(text, MOST_LEVELS + 1) > MOST_LEVELS) {
      done(new Refusal('invalid_request'));
      return;
    }
    // It calls `done`, and returns nothing to wait for.
    void parse(request, text, done);
  });
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** How deep arrays and objects are nested in what may be JSON; `most` ends the count. */
function levelsOf(text: string, most: number): number {
  let [level, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < text.length && deepest < most; at++) {
    const code = text.charCodeAt(at);
    if (quoted && code === BACKSLASH) at++;
    else if (code === QUOTE) quoted = !quoted;
    else if (!quoted && OPENING.includes(code)) deepest = Math.max(deepest, ++level);
    else if (!quoted && CLOSING.includes(code)) level--;
  }
  return deepest;
}
