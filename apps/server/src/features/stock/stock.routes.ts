import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';

const later = () => Promise.reject(new Refusal('unavailable'));

export function stockRoutes(app: FastifyInstance, _: { db: Db }): void {
  serve(app, 'readStock', later);
  serve(app, 'readOnHand', later);
  serve(app, 'readLedger', later);
  serve(app, 'createDelivery', later);
  serve(app, 'adjustStock', later);
  serve(app, 'setMinimum', later);
  serve(app, 'suggestPurchase', later);
  serve(app, 'beginCount', later);
  serve(app, 'listCounts', later);
  serve(app, 'readCount', later);
  serve(app, 'addCountLines', later);
  serve(app, 'applyCount', later);
  serve(app, 'dropCount', later);
  serve(app, 'compareDelivery', later);
  serve(app, 'importDelivery', later);
}
