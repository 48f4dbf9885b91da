import { REPLAYED } from '@balcao/contract/fields/replayed.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { type Call, serve } from '../../request/serve-call.ts';
import {
  correctPayments,
  createRefund,
  listCorrections,
  reprintCorrection,
} from './corrections.service.ts';
import { createExchange } from './exchange.ts';
import { openSale, readDeletedSale, readSaleToCorrect } from './sale-to-correct.ts';

export function correctionRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readSale', async ({ params, user }) => {
    const id = Number(params.id);
    const deleted = user.admin ? await readDeletedSale(db, id) : undefined;
    return deleted ?? readSaleToCorrect(db, user, id);
  });

  serve(app, 'openSale', ({ params, body, user }) =>
    openSale(db, user, Number(params.id), body.cpf),
  );

  serve(app, 'createRefund', (call) => createRefund(db, requestOf(call)));

  serve(app, 'createExchange', async (call) => {
    const { replayed, ...exchange } = await createExchange(db, requestOf(call));
    if (replayed) call.reply.header(REPLAYED, 'true');
    return exchange;
  });

  serve(app, 'correctPayments', (call) => correctPayments(db, requestOf(call)));

  serve(app, 'listCorrections', ({ query, user }) => listCorrections(db, user, query));

  serve(app, 'reprintCorrection', ({ params, user }) =>
    reprintCorrection(db, user, Number(params.id)),
  );
}

function requestOf<B>(
  call: Pick<Call<'createRefund'>, 'params' | 'headers' | 'user'> & { body: B },
) {
  const { params, headers, user: actor, body } = call;
  const idempotencyKey = headers['idempotency-key'];
  return { actor, saleId: Number(params.id), idempotencyKey, body };
}
