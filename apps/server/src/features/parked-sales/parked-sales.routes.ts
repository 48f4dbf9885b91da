import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import {
  claimParkedSale,
  deleteParkedSale,
  handOverParkedSale,
  listParkedSales,
  parkSale,
} from './parked-sales.service.ts';

export function parkedSaleRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listParkedSales', ({ user }) => listParkedSales(db, user));

  serve(app, 'parkSale', ({ body, user }) => parkSale(db, user, body));

  serve(app, 'claimParkedSale', ({ params, body, user }) =>
    claimParkedSale(db, user, { id: Number(params.id), claim: body.claim }),
  );

  serve(app, 'handOverParkedSale', ({ params, body, user }) =>
    handOverParkedSale(db, user, { id: Number(params.id), for_anyone: body.for_anyone }),
  );

  serve(app, 'deleteParkedSale', async ({ params, user }) => {
    await deleteParkedSale(db, user, Number(params.id));
    return { message: 'Pedido descartado.' };
  });
}
