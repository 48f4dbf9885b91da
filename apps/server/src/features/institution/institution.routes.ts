import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { isCurrent } from '../../database/migrate.ts';
import type { Writes } from '../../database/writes.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve.ts';
import { readInstitution } from './institution.service.ts';

const IMAGE_TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

export function institutionRoutes(
  app: FastifyInstance,
  { db, writes, dataDir, sample }: { db: Db; writes: Writes; dataDir: string; sample: boolean },
): void {
  let told: string | undefined;
  serve(app, 'readInstitution', async () => {
    const { institution, trouble } = await readInstitution(dataDir);
    // Once, and not with every page.
    if (trouble && trouble !== told) app.log.warn(trouble);
    told = trouble;
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

  serve(app, 'readHealth', async () => {
    if (!(await isCurrent(db))) throw new Refusal('unavailable');
    await writes.refuseIfImpossible();
    return { status: 'ok' as const };
  });

  // An image, not a call: it has no place in the contract.
  app.get<{ Params: { number: string } }>(
    '/api/institution/logos/:number',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const { institutions } = (await readInstitution(dataDir)).institution;
      const name = institutions[Number(params.number) - 1]?.logo ?? '';
      const file = path.join(dataDir, name);
      const type = IMAGE_TYPES[path.extname(name).toLowerCase()];
      // Only a file that lies in the data folder itself, no link, whatever institution.json names.
      const isThere = await lstat(file).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!type || path.dirname(file) !== dataDir || !isThere) throw new Refusal('not_found');
      return reply
        .header('cache-control', 'private, max-age=300')
        .type(type)
        .send(createReadStream(file));
    },
  );
}

function logoAddress(logo: string, number: number): string {
  return logo.startsWith('/') ? logo : `/api/institution/logos/${number}`;
}
