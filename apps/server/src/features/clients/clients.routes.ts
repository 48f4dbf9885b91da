import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import { createClient, findClients } from './clients.service.ts';

export function clientRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'findClients', ({ query }) => findClients(db, query));
  serve(app, 'createClient', ({ body, user }) => createClient(db, user, body));
}
