import { REPLAYED } from '@balcao/contract/sales.ts';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import { createSale } from './create-sale.ts';
import { deleteSale } from './delete-sale.ts';
import { listSales } from './list-sales.ts';
import { openTill } from './till.ts';

export function saleRoutes(app: FastifyInstance, stores: Pick<Connection, 'pool' | 'db'>): void {
  const selling = { db: stores.db, till: openTill(stores.pool, app.log) };
  serve(app, 'createSale', async ({ body, headers, user, reply }) => {
    const { sale, replayed } = await createSale(selling, {
      body,
      idempotencyKey: headers['idempotency-key'],
      seller: user,
    });
    if (replayed) reply.header(REPLAYED, 'true');
    return sale;
  });

  serve(app, 'listSales', ({ query, user }) => listSales(stores.db, user, query));

  serve(app, 'deleteSale', async ({ params, user }) => {
    await deleteSale(stores.db, user, Number(params.id));
    return { message: 'Venda excluída com sucesso!' };
  });
}
