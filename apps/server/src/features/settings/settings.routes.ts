import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import {
  editSettings,
  editStudentCard,
  endFirstSteps,
  readFirstSteps,
  readSettings,
  readStudentCard,
} from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readSettings', () => readSettings(db));

  serve(app, 'readStudentCard', () => readStudentCard(db));

  serve(app, 'editStudentCard', ({ body, headers, user }) =>
    editStudentCard(db, user, body.card, headers['shown-row']),
  );

  serve(app, 'editSettings', ({ body, headers, user }) =>
    editSettings(db, user, body, headers['shown-row']),
  );

  serve(app, 'readFirstSteps', () => readFirstSteps(db));

  serve(app, 'endFirstSteps', ({ user }) => endFirstSteps(db, user));
}
