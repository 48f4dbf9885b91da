import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { changePrices, previewPrices, readPriceHistory } from './price-changes.service.ts';
import {
  changeProducts,
  listProductChanges,
  undoProductChange,
} from './product-changes.service.ts';

export function priceChangeRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'previewPrices', ({ body }) => previewPrices(db, body));

  serve(app, 'changePrices', ({ body, headers, user }) =>
    changePrices(db, user, headers['idempotency-key'], body),
  );

  serve(app, 'changeProducts', ({ body, headers, user }) =>
    changeProducts(db, user, headers['idempotency-key'], body),
  );

  serve(app, 'listProductChanges', () => listProductChanges(db));

  serve(app, 'undoProductChange', ({ params, user }) =>
    undoProductChange(db, user, Number(params.id)),
  );

  serve(app, 'readPriceHistory', ({ params }) => readPriceHistory(db, Number(params.id)));
}
