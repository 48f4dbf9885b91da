import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { confirmClock, readClock } from './clock.service.ts';

export function clockRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readClock', () => readClock(db));

  serve(app, 'confirmClock', async ({ body, user }) => {
    await confirmClock(db, user, body);
    return null;
  });
}
