import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import {
  changePrices,
  listPriceChanges,
  previewPrices,
  readPriceHistory,
} from './price-changes.service.ts';
import { undoPrices } from './undo-prices.ts';

export function priceChangeRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'previewPrices', ({ body }) => previewPrices(db, body));

  serve(app, 'changePrices', ({ body, headers, user }) =>
    changePrices(db, user, headers['idempotency-key'], body),
  );

  serve(app, 'listPriceChanges', () => listPriceChanges(db));

  serve(app, 'undoPrices', ({ params, user }) => undoPrices(db, user, Number(params.id)));

  serve(app, 'readPriceHistory', ({ params }) => readPriceHistory(db, Number(params.id)));
}
