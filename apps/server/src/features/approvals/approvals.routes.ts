import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { addressOf } from '../auth/address.ts';
import { approve } from './approvals.service.ts';

export function approvalRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: Clock },
): void {
  serve(app, 'approve', ({ body, user, request }) =>
    approve(db, { seller: user, address: addressOf(request), clock }, body),
  );
}
