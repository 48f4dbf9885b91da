import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { listAudit } from './audit.service.ts';

export function auditRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listAudit', ({ query }) => listAudit(db, query));
}
