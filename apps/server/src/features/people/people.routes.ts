import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { createLink, deleteLink } from './links.service.ts';
import { peopleOf } from './people.service.ts';

const clients = peopleOf('client');
const students = peopleOf('student');

export function peopleRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listClients', (call) => clients.list(db, call));
  serve(app, 'listStudents', (call) => students.list(db, call));

  serve(app, 'readClient', ({ params }) => clients.read(db, Number(params.id)));
  serve(app, 'readStudent', ({ params }) => students.read(db, Number(params.id)));

  serve(app, 'correctClient', ({ params, body, user }) =>
    clients.correct(db, user, Number(params.id), body),
  );
  serve(app, 'correctStudent', ({ params, body, user }) =>
    students.correct(db, user, Number(params.id), body),
  );

  serve(app, 'mergeClients', ({ params, body, user }) =>
    clients.merge(db, user, Number(params.id), body.merged),
  );
  serve(app, 'mergeStudents', ({ params, body, user }) =>
    students.merge(db, user, Number(params.id), body.merged),
  );

  serve(app, 'readClientStatement', ({ params, query }) =>
    clients.statement(db, Number(params.id), query),
  );
  serve(app, 'readStudentStatement', ({ params, query }) =>
    students.statement(db, Number(params.id), query),
  );

  serve(app, 'exportClient', ({ params, body, user }) =>
    clients.export(db, user, Number(params.id), body.name),
  );
  serve(app, 'exportStudent', ({ params, body, user }) =>
    students.export(db, user, Number(params.id), body.name),
  );

  serve(app, 'anonymiseClient', ({ params, body, user }) =>
    clients.anonymise(db, user, Number(params.id), body.name),
  );
  serve(app, 'anonymiseStudent', ({ params, body, user }) =>
    students.anonymise(db, user, Number(params.id), body.name),
  );

  serve(app, 'createLink', ({ body, user }) => createLink(db, user, body));
  serve(app, 'deleteLink', ({ params, user }) => deleteLink(db, user, Number(params.id)));
}
