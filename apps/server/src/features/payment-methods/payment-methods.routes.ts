import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve.ts';
import {
  createPaymentMethod,
  deletePaymentMethod,
  editPaymentMethod,
  listPaymentMethods,
} from './payment-methods.service.ts';

export function paymentMethodRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'listPaymentMethods', ({ query }) => listPaymentMethods(db, query));

  serve(app, 'createPaymentMethod', async ({ body, user }) => ({
    ...(await createPaymentMethod(db, user, body.name)),
    message: 'Forma de pagamento criada com sucesso!',
  }));

  serve(app, 'editPaymentMethod', async ({ params, body, user }) => ({
    ...(await editPaymentMethod(db, user, Number(params.id), body.name)),
    message: 'Forma de pagamento editada com sucesso!',
  }));

  serve(app, 'deletePaymentMethod', async ({ params, user }) => {
    await deletePaymentMethod(db, user, Number(params.id));
    return { message: 'Forma de pagamento excluída com sucesso!' };
  });
}
