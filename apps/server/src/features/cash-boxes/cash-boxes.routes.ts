import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { listOpenBoxes, openBox, readBox, readOwnBox } from './cash-boxes.service.ts';
import { countBox, settleBox } from './count-box.ts';
import { moveCash } from './move-cash.ts';

export function cashBoxRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, 'readOwnBox', ({ user }) => readOwnBox(db, user));

  serve(app, 'openBox', ({ body, user }) => openBox(db, user, body.float));

  serve(app, 'moveCash', ({ headers, body, user }) =>
    moveCash(db, { ...body, actor: user, idempotencyKey: headers['idempotency-key'] }),
  );

  serve(app, 'countBox', ({ params, body, user }) =>
    countBox(db, { actor: user, id: Number(params.id) }, body),
  );

  serve(app, 'settleBox', ({ params, body, user }) =>
    settleBox(db, { actor: user, id: Number(params.id) }, body),
  );

  serve(app, 'listOpenBoxes', () => listOpenBoxes(db));

  serve(app, 'readBox', ({ params }) => readBox(db, Number(params.id)));
}
