import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';
import { readInstitution, readPixAndMethod } from './institution.service.ts';

const IMAGE_TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

export function institutionRoutes(
  app: FastifyInstance,
  { db, dataDir, sample }: { db: Db; dataDir: string; sample: boolean },
): void {
  let logged: string | undefined;
  let loggedMethod: string | undefined;

  serve(app, 'readInstitution', async () => {
    const { institution, trouble } = await readInstitution(dataDir);
    // Every page reads the institution: log each trouble once.
    if (trouble && trouble !== logged) app.log.warn(trouble);
    logged = trouble;
    const [college, school] = institution.institutions;
    return {
      ...institution,
      institutions: [
        { ...college, logo: logoAddress(college.logo, 1) },
        { ...school, logo: logoAddress(school.logo, 2) },
      ],
      sample,
      stale: trouble !== undefined,
    };
  });

  serve(app, 'readPix', async () => {
    const answer = await readPixAndMethod(db, dataDir);
    const unknown = answer.unknown_method ? answer.pix?.method : undefined;
    if (unknown && unknown !== loggedMethod) {
      app.log.warn(`institution.json: /pix/method: não há a forma de pagamento "${unknown}".`);
    }
    loggedMethod = unknown;
    return answer;
  });

  // Browsers load it as an image, so it is not a call of the contract.
  app.get<{ Params: { number: string } }>(
    '/api/institution/logos/:number',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const { institutions } = (await readInstitution(dataDir)).institution;
      const name = institutions[Number(params.number) - 1]?.logo ?? '';
      const file = path.join(dataDir, name);
      const type = IMAGE_TYPES[path.extname(name).toLowerCase()];
      // institution.json may name only a regular file directly in the data folder, no link.
      const found = await lstat(file).catch(() => undefined);
      if (!type || path.dirname(file) !== dataDir || !found?.isFile()) {
        throw new Refusal('not_found');
      }
      reply.header('cache-control', 'private, max-age=300').type(type);
      return reply.send(createReadStream(file));
    },
  );
}

function logoAddress(logo: string, number: number): string {
  return logo.startsWith('/') ? logo : `/api/institution/logos/${number}`;
}
