import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { listEntries } from './entries.service.ts';

export function entryRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listEntries', ({ query }) => listEntries(db, query));
}
