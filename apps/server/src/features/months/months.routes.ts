import { Readable } from 'node:stream';
import { monthEndpoints } from '@balcao/contract/cash-boxes/months.ts';
import type { Month } from '@balcao/domain/month/month.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { closeMonth } from './close-month.ts';
import { listMonths, readMonth, readMonthFile, reopenMonth } from './months.service.ts';

export function monthRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const [pdf, xlsx] = monthEndpoints.readMonthFile.files;

  serve(app, 'listMonths', () => listMonths(db));

  serve(app, 'readMonth', ({ params }) => readMonth(db, params.month as Month));

  serve(app, 'closeMonth', ({ params, headers, user }) =>
    closeMonth(db, {
      actor: user,
      month: params.month as Month,
      idempotencyKey: headers['idempotency-key'],
    }),
  );

  serve(app, 'reopenMonth', ({ params, body, user }) =>
    reopenMonth(db, user, Number(params.id), body),
  );

  serve(app, 'readMonthFile', async ({ params, query, reply }) => {
    const { content, name } = await readMonthFile(db, Number(params.id), query.format);
    reply
      .type(query.format === 'pdf' ? pdf : xlsx)
      .header('content-disposition', `attachment; filename="${name}"`);
    return Readable.from(content, { objectMode: false });
  });
}
