import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { endFirstSteps, readFirstSteps } from './first-steps.service.ts';

export function firstStepsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readFirstSteps', () => readFirstSteps(db));

  serve(app, 'endFirstSteps', ({ user }) => endFirstSteps(db, user));
}
