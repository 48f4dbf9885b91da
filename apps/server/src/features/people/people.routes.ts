import { PERSON_KINDS } from '@balcao/contract/fields/person-kinds.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { correctPerson, createLink, deleteLink, unlinkOwnSale } from './changes.service.ts';
import { createPerson, findCompanions, findPeople, renamePerson } from './lookups.service.ts';
import {
  listClasses,
  listPeople,
  mergePerson,
  readPerson,
  readPurchases,
  readStatement,
  readStudentStatements,
} from './people.service.ts';
import { anonymisePerson, exportPerson } from './personal-data.service.ts';
import { undoMerge } from './undo.service.ts';

type Numbered = { cpf: string } | { registration: string };
const numberIn = (body: Numbered) => ('cpf' in body ? body.cpf : body.registration);

export function peopleRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  for (const { kind, One, Many, companions } of Object.values(PERSON_KINDS)) {
    // At the counter.
    serve(app, `find${Many}`, ({ query, user }) => findPeople(db, user, kind, query));
    serve(app, `create${One}`, ({ body, user }) =>
      createPerson(db, user, kind, { number: numberIn(body), name: body.name }),
    );
    serve(app, `edit${One}`, ({ params, body, user }) => {
      const person = { id: Number(params.id), number: numberIn(body), name: body.name };
      return renamePerson(db, user, kind, person);
    });
    serve(app, companions, ({ body, user }) => findCompanions(db, user, kind, numberIn(body)));

    // Of administrators.
    serve(app, `list${Many}`, (call) => listPeople(db, kind, call));
    serve(app, `read${One}`, ({ params }) => readPerson(db, kind, Number(params.id)));
    serve(app, `correct${One}`, ({ params, body, headers, user }) => {
      const shown = headers['shown-row'];
      return correctPerson(db, user, kind, { id: Number(params.id), ...body }, { shown });
    });
    serve(app, `merge${Many}`, ({ params, body, user }) =>
      mergePerson(db, user, kind, { id: Number(params.id), merged: body.merged }),
    );
    serve(app, `read${One}Purchases`, ({ params, query }) =>
      readPurchases(db, kind, Number(params.id), query),
    );
    serve(app, `read${One}Statement`, ({ params, query }) =>
      readStatement(db, kind, Number(params.id), query),
    );
    serve(app, `export${One}`, ({ params, body, user }) =>
      exportPerson(db, { kind, id: Number(params.id), actor: user, consent: body.name }),
    );
    serve(app, `anonymise${One}`, async ({ params, body, user }) => {
      await anonymisePerson(db, { kind, id: Number(params.id), actor: user, consent: body.name });
      return { message: 'Dados anonimizados.' };
    });
  }
  serve(app, 'readStudentStatements', ({ body }) => readStudentStatements(db, body));
  serve(app, 'listClasses', () => listClasses(db));
  serve(app, 'undoMerge', ({ params, user }) => undoMerge(db, user, Number(params.id)));
  serve(app, 'createLink', ({ body, user }) => createLink(db, user, body));
  serve(app, 'unlinkOwnSale', ({ body, user }) => unlinkOwnSale(db, user, body));
  serve(app, 'deleteLink', ({ params, user }) => deleteLink(db, user, Number(params.id)));
}
