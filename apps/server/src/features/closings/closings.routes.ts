import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { closeBox, listClosings, listPixPayments } from './closings.service.ts';

export function closingRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'closeBox', async ({ body, user }) => {
    const closing = await closeBox(db, {
      actor: user,
      sellerId: body.seller_id,
      date: body.date,
    });
    return closing ?? { message: 'Nenhuma venda realizada hoje' };
  });

  serve(app, 'listClosings', ({ query }) => listClosings(db, query));

  serve(app, 'listPixPayments', ({ params, user }) =>
    listPixPayments(db, { actor: user, closingId: Number(params.id) }),
  );
}
