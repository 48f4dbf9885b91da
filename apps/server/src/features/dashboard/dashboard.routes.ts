import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { readDashboard } from './dashboard.service.ts';
import { readProductMonths, readProductSales } from './product-sales.service.ts';

export function dashboardRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readDashboard', ({ query }) => readDashboard(db, query));

  serve(app, 'readProductSales', ({ query }) => readProductSales(db, query));

  serve(app, 'readProductMonths', ({ params, query }) =>
    readProductMonths(db, Number(params.id), query),
  );
}
