import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { applyCount, beginCount, dropCount, listCounts, readCount } from './counts.service.ts';
import { adjustStock, createDelivery, readLedger } from './movements.service.ts';
import { addCountLines } from './readings.ts';
import { readOnHand, readStock, setMinimum, suggestPurchase } from './stock.service.ts';

export function stockRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readStock', ({ query, user }) => readStock(db, user, query));

  serve(app, 'readOnHand', async ({ user }) => ({ products: await readOnHand(db, user) }));

  serve(app, 'readLedger', ({ params }) => readLedger(db, Number(params.id)));

  serve(app, 'createDelivery', ({ body, headers, user }) =>
    createDelivery(db, user, headers['idempotency-key'], body),
  );

  serve(app, 'adjustStock', ({ body, headers, user }) =>
    adjustStock(db, user, headers['idempotency-key'], body),
  );

  serve(app, 'setMinimum', async ({ body, user }) => {
    await setMinimum(db, user, body);
    return null;
  });

  serve(app, 'suggestPurchase', ({ query }) => suggestPurchase(db, query));

  serve(app, 'beginCount', ({ body, headers, user }) =>
    beginCount(db, user, headers['idempotency-key'], body),
  );

  serve(app, 'listCounts', () => listCounts(db));

  serve(app, 'readCount', ({ params, user }) => readCount(db, user, Number(params.id)));

  serve(app, 'addCountLines', ({ params, body, user }) =>
    addCountLines(db, user, Number(params.id), body),
  );

  serve(app, 'applyCount', ({ params, body, user }) =>
    applyCount(db, user, Number(params.id), body),
  );

  serve(app, 'dropCount', ({ params, user }) => dropCount(db, user, Number(params.id)));
}
