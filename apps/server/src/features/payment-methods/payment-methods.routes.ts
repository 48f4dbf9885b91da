import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { paymentMethods } from './payment-methods.service.ts';

export function paymentMethodRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listPaymentMethods', ({ query }) => paymentMethods.list(db, query));

  serve(app, 'createPaymentMethod', async ({ body, user }) => ({
    ...(await paymentMethods.create(db, user, body)),
    message: 'Forma de pagamento criada com sucesso!',
  }));

  serve(app, 'editPaymentMethod', async ({ params, headers, body, user }) => ({
    ...(await paymentMethods.edit(db, user, Number(params.id), body, headers['shown-row'])),
    message: 'Forma de pagamento editada com sucesso!',
  }));

  serve(app, 'deletePaymentMethod', async ({ params, user }) => {
    await paymentMethods.remove(db, user, Number(params.id));
    return { message: 'Forma de pagamento excluída com sucesso!' };
  });
}
