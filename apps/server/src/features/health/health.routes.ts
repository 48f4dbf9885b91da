import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { isCurrent } from '../../database/migrate.ts';
import type { Writes } from '../../database/write-health.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';

export function healthRoutes(app: FastifyInstance, { db, writes }: { db: Db; writes: Writes }) {
  serve(app, 'readHealth', async () => {
    if (!(await isCurrent(db))) throw new Refusal('unavailable');
    await writes.refuseIfImpossible();
    return { status: 'ok' as const };
  });
}
