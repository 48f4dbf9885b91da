import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { students } from './students.service.ts';

export function studentRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'findStudents', ({ query, user }) => students.find(db, user, query));
  serve(app, 'createStudent', ({ body: { registration, name }, user }) =>
    students.create(db, user, registration, name),
  );
  serve(app, 'editStudent', ({ params, body: { registration, name }, user }) =>
    students.rename(db, user, Number(params.id), { number: registration, name }),
  );
  serve(app, 'findClientsOfStudent', ({ body, user }) =>
    students.companions(db, user, body.registration),
  );
}
