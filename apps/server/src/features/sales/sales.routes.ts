import { REPLAYED } from '@balcao/contract/fields/replayed.ts';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { deletionReason } from './deleted-sales.ts';
import { createSale } from './record-sale.ts';
import { openSaleBatches } from './sale-batches.ts';
import { deleteSale, reprintSale } from './sales.service.ts';
import { listOwnSales, listSales, readSaleSums } from './sales-lists.service.ts';

export function saleRoutes(app: FastifyInstance, { db, pool }: Connection): void {
  const stores = { db, statements: openSaleBatches(pool, app.log) };
  serve(app, 'createSale', async ({ body, headers, user, reply }) => {
    const key = headers['idempotency-key'];
    const { sale, replayed } = await createSale(stores, { body, key, seller: user });
    if (replayed) reply.header(REPLAYED, 'true');
    return sale;
  });

  serve(app, 'listSales', ({ query, user }) => listSales(db, user, query));

  serve(app, 'findSales', ({ query, body, user }) => listSales(db, user, query, body.find));

  serve(app, 'sumSales', ({ query, body, user }) => readSaleSums(db, user, query, body.find));

  serve(app, 'listOwnSales', ({ query, body, user }) => listOwnSales(db, user, { query, body }));

  serve(app, 'deleteSale', async ({ params, headers, user }) => {
    const reason = deletionReason(headers['deletion-reason']);
    const approval = headers['deletion-approval'];
    await deleteSale(db, user, Number(params.id), { reason, approval });
    return { message: 'Venda excluída com sucesso!' };
  });

  serve(app, 'reprintSale', ({ params, user }) => reprintSale(db, user, Number(params.id)));
}
