import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';
import {
  editInstitution,
  editPaper,
  editPix,
  findLogo,
  readInstitution,
  readPixAndMethod,
} from './institution.service.ts';

/** An SVG that is opened by itself runs no script and loads nothing. */
const LOGO_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

export function institutionRoutes(
  app: FastifyInstance,
  { db, sample }: { db: Db; sample: boolean },
): void {
  let logged: string | undefined;

  serve(app, 'readInstitution', () => readInstitution(db, sample));

  serve(app, 'editInstitution', ({ body, user }) =>
    editInstitution(db, { actor: user, sample }, body),
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

  serve(app, 'editPix', ({ body, user }) => editPix(db, user, body.pix));

  // Browsers load it as an image, so it is not a call of the contract.
  app.get<{ Params: { hash: string } }>(
    '/api/institution/logos/:hash',
    { schema: { hide: true } },
    async ({ params: { hash }, headers }, reply) => {
      const logo = /^[0-9a-f]{64}$/.test(hash) ? await findLogo(db, hash) : undefined;
      if (!logo) throw new Refusal('not_found');
      // Another picture has another address.
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${hash}"` })
        .header('content-security-policy', LOGO_POLICY);
      if (headers['if-none-match'] === `"${hash}"`) return reply.code(304).send();
      return reply.type(logo.type).send(logo.content);
    },
  );
}
