import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import { createStudent, findStudents } from './students.service.ts';

export function studentRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'findStudents', ({ query }) => findStudents(db, query));
  serve(app, 'createStudent', ({ body, user }) => createStudent(db, user, body));
}
