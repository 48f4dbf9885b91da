import type { FastifyInstance } from 'fastify';
import type { Connection } from '../../database/connection.ts';
import { serve } from '../../serve.ts';
import { createSale } from './create-sale.ts';

export function saleRoutes(app: FastifyInstance, stores: Pick<Connection, 'pool' | 'db'>): void {
  serve(app, 'createSale', ({ body, headers, user }) =>
    createSale(stores, {
      body,
      idempotencyKey: headers['idempotency-key'],
      seller: { id: user.id, name: user.name },
    }),
  );
}
