import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { readDashboard } from './dashboard.service.ts';

export function dashboardRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readDashboard', ({ query }) => readDashboard(db, query));
}
