import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { editSettings, readSettings } from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readSettings', () => readSettings(db));

  serve(app, 'editSettings', ({ body, user }) => editSettings(db, user, body));
}
