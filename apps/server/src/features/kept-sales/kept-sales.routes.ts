import { REPLAYED } from '@balcao/contract/fields/replayed.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { acceptKeptSale, listKeptSales } from './kept-sales.service.ts';
import { createKeptSale } from './record-kept-sale.ts';

export function keptSaleRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'createKeptSale', async ({ body, headers, user, reply }) => {
    const key = headers['idempotency-key'];
    const { answer, replayed } = await createKeptSale(db, { body, key, seller: user });
    if (replayed) reply.header(REPLAYED, 'true');
    return answer;
  });

  serve(app, 'listKeptSales', ({ query }) => listKeptSales(db, query));

  serve(app, 'acceptKeptSale', ({ params, body, user }) =>
    acceptKeptSale(db, user, { id: Number(params.id), note: body.note }),
  );
}
