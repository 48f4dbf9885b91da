import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { watched } from '../../program/watched.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';
import {
  editInstitution,
  editPaper,
  editPix,
  findLogo,
  type Logo,
  readInstitution,
  readPixAndMethod,
} from './institution.service.ts';

/** An SVG that is opened as a page of its own runs no script and loads nothing. */
const LOGO_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

export function institutionRoutes(
  app: FastifyInstance,
  { db, sample }: { db: Db; sample: boolean },
): void {
  let logged: string | undefined;
  const logos = new Map<string, Promise<Logo | undefined>>();

  // Every page reads it, also that of a stranger, so those who ask at once share one read.
  const read = watched(() => readInstitution(db, sample));
  serve(app, 'readInstitution', () => read(true));

  serve(app, 'editInstitution', ({ body, headers, user }) =>
    editInstitution(db, { actor: user, sample }, body, headers['shown-row']),
  );

  serve(app, 'editPaper', ({ body, user }) => editPaper(db, user, body));

  serve(app, 'readPix', async () => {
    const answer = await readPixAndMethod(db);
    const unknown = answer.unknown_method ? answer.pix?.method : undefined;
    // Every counter reads it: log it once.
    if (unknown && unknown !== logged) {
      app.log.warn(`Pix: não há a forma de pagamento "${unknown}".`);
    }
    logged = unknown;
    return answer;
  });

  serve(app, 'editPix', ({ body, headers, user }) =>
    editPix(db, user, body.pix, headers['shown-row']),
  );

  // Browsers load it as an image, so it is not a call of the contract.
  app.get<{ Params: { hash: string } }>(
    '/api/institution/logos/:hash',
    { schema: { hide: true } },
    async ({ params: { hash }, headers }, reply) => {
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new Refusal('not_found');
      // Another picture has another address, so who has one needs no look at it.
      const has = headers['if-none-match']?.includes(`"${hash}"`);
      const logo = has ? undefined : await servedLogo(db, logos, hash);
      if (!has && !logo) throw new Refusal('not_found');
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${hash}"` })
        .header('content-security-policy', LOGO_POLICY);
      return logo ? reply.type(logo.type).send(logo.content) : reply.code(304).send();
    },
  );
}

/**
 * Anyone may ask for a picture, as often as they like, and the counters need the database's connections, so each
 * is read once: it never changes.
 */
async function servedLogo(db: Db, kept: Map<string, Promise<Logo | undefined>>, hash: string) {
  const reading = kept.get(hash) ?? findLogo(db, hash);
  kept.set(hash, reading);
  let logo: Logo | undefined;
  try {
    logo = await reading;
  } finally {
    if (!logo) kept.delete(hash);
  }
  return logo;
}
