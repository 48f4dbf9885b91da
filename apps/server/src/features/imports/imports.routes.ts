import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { type Call, serve } from '../../request/serve-call.ts';
import { LIMITS, Turns } from '../../request/turns.ts';
import { deliveryImport } from './delivery-import.ts';
import { listsImport } from './lists-import.ts';
import { listImports, undoImport } from './past-imports.ts';
import { productsImport } from './products-import.ts';
import { rollImport } from './roll-import.ts';

export function importRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const turns = new Turns(LIMITS.imports);
  const inTurn = <T>(
    { user, reply }: Pick<Call<'importRoll'>, 'user' | 'reply'>,
    work: () => Promise<T>,
  ) => turns.run(user.id, reply.raw, work);

  serve(app, 'compareProducts', (call) =>
    inTurn(call, () => productsImport.preview(db, call.body.rows)),
  );
  serve(app, 'importProducts', (call) =>
    inTurn(call, () => productsImport.save(db, call.user, call.body)),
  );
  serve(app, 'compareLists', (call) => inTurn(call, () => listsImport.preview(db, call.body.rows)));
  serve(app, 'importLists', (call) =>
    inTurn(call, () => listsImport.save(db, call.user, call.body)),
  );
  serve(app, 'listImports', ({ query }) => listImports(db, query));
  serve(app, 'undoImport', ({ params, user }) => undoImport(db, user, Number(params.id)));
  serve(app, 'compareDelivery', (call) =>
    inTurn(call, () => deliveryImport.preview(db, call.body.rows)),
  );
  serve(app, 'importDelivery', (call) => {
    const body = { ...call.body, key: call.headers['idempotency-key'] };
    return inTurn(call, () => deliveryImport.save(db, call.user, body));
  });
  serve(app, 'compareRoll', (call) => inTurn(call, () => rollImport.preview(db, call.body.rows)));
  serve(app, 'importRoll', (call) => inTurn(call, () => rollImport.save(db, call.user, call.body)));
}
