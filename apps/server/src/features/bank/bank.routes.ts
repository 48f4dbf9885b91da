import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { comparedCards, editCardTerms, readCardTerms } from './cards.service.ts';
import { boundedPeriod, comparedPage, comparedPix, comparedReturns } from './compare-pix.ts';
import {
  addStatement,
  deleteStatement,
  listJoinable,
  listStatements,
  matchLine,
  setNotOurs,
} from './statements.service.ts';

export function bankRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'addStatement', ({ body, user }) => addStatement(db, user, body));

  serve(app, 'listStatements', () => listStatements(db));

  serve(app, 'deleteStatement', async ({ params, user }) => {
    await deleteStatement(db, user, Number(params.id));
    return null;
  });

  serve(app, 'comparePix', ({ query }) => comparedPage(db, query, comparedPix));

  serve(app, 'compareReturns', ({ query }) => comparedPage(db, query, comparedReturns));

  serve(app, 'listJoinable', ({ params }) => listJoinable(db, Number(params.id)));

  serve(app, 'setNotOurs', ({ params, body, user }) =>
    setNotOurs(db, user, Number(params.id), body.word),
  );

  serve(app, 'matchLine', ({ params, body, user }) =>
    matchLine(db, user, Number(params.id), body.payment),
  );

  serve(app, 'compareCards', ({ query }) => comparedCards(db, boundedPeriod(query)));

  serve(app, 'readCardTerms', () => readCardTerms(db));

  serve(app, 'editCardTerms', ({ body, user }) => editCardTerms(db, user, body));
}
