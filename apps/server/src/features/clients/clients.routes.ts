import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { clients } from './clients.service.ts';

export function clientRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'findClients', ({ query, user }) => clients.find(db, user, query));
  serve(app, 'createClient', ({ body, user }) => clients.create(db, user, body.cpf, body.name));
  serve(app, 'editClient', ({ params, body, user }) =>
    clients.rename(db, user, Number(params.id), { number: body.cpf, name: body.name }),
  );
  serve(app, 'findStudentsOfClient', ({ body, user }) => clients.companions(db, user, body.cpf));
}
