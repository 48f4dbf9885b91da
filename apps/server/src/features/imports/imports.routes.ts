import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { compareDelivery, importDelivery } from './delivery-import.ts';
import { compareLists, importLists } from './lists-import.ts';
import { listImports, undoImport } from './past-imports.ts';
import { compareProducts, importProducts } from './products-import.ts';
import { compareRoll, importRoll } from './roll-import.ts';

export function importRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'compareProducts', ({ body }) => compareProducts(db, body.rows));
  serve(app, 'importProducts', ({ body, user }) => importProducts(db, user, body));
  serve(app, 'compareLists', ({ body }) => compareLists(db, body.rows));
  serve(app, 'importLists', ({ body, user }) => importLists(db, user, body));
  serve(app, 'listImports', ({ query }) => listImports(db, query));
  serve(app, 'undoImport', ({ params, user }) => undoImport(db, user, Number(params.id)));
  serve(app, 'compareDelivery', ({ body }) => compareDelivery(db, body.rows));
  serve(app, 'importDelivery', ({ body, headers, user }) =>
    importDelivery(db, user, headers['idempotency-key'], body),
  );
  serve(app, 'compareRoll', ({ body }) => compareRoll(db, body.rows));
  serve(app, 'importRoll', ({ body, user }) => importRoll(db, user, body));
}
